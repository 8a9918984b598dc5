// reorder: put the named loops into the given order. They are put into the positions that they have now; the loops
// between them stay where they are. Refused if a dependence would be reversed, or if the iterations of a loop that runs
// in parallel, as vector lanes or as threads would depend on each other in the new order.
#include <algorithm>

#include "core/analysis/dependence/dependence.h"
#include "core/analysis/values/value_flow.h"
#include "core/ir/visit.h"
#include "core/schedule/all_primitives.h"
#include "core/schedule/support/bindings.h"
#include "core/schedule/support/loop_checks.h"
#include "core/schedule/support/quick_legality.h"
#include "core/support/text.h"

namespace lw {
namespace {

constexpr Error<Ident, Ident> kNotOneNest{"reorder.not-one-nest", "loops {0} and {1} are not in one nest"};
constexpr Error<Ident, Ident> kBranch{
    "reorder.branch", "loop {0} contains more than one statement, so it cannot be interchanged with {1}"};
constexpr Error<Ident, Ident> kDependentBounds{"reorder.dependent-bounds",
                                               "the bounds of loop {0} depend on loop {1}, which would be inside it"};
constexpr Error<Snippet> kDependence{"reorder.dependence", "the order {0} would reverse a dependence"};
constexpr Error<Snippet, Ident> kRace{
    "reorder.race",
    "in the order {0}, the iterations of loop {1} would depend on each other, but they run at the same time"};

struct Args {
  std::vector<LoopId> loops;
};
struct Plan {
  std::vector<LoopId> chain;     // all loops from the outermost to the innermost named one
  std::vector<LoopId> newChain;  // the same, in the new order
  bool conservative = false;     // accepted by the signatures of the blocks
};

std::string namesOf(const Snapshot& program, const std::vector<LoopId>& loops) {
  return join(loops, [&](const LoopId loop) { return program.name(loop); });
}

// All loops from the outermost of the named loops down to the innermost, outermost first.
Result<std::vector<LoopId>> chainOf(const Snapshot& program, const std::vector<LoopId>& loops) {
  LoopId bottom = loops.front();
  for (const LoopId loop : loops)
    if (program.isAncestor(bottom, loop)) bottom = loop;
  std::vector<LoopId> path = program.loopsAbove(bottom);
  path.push_back(bottom);
  size_t top = path.size();
  for (const LoopId loop : loops) {
    const auto at = std::find(path.begin(), path.end(), loop);
    if (at == path.end())
      return aboutLoops(kNotOneNest(program.name(bottom), program.name(loop)), {bottom, loop},
                        "reorder loops of one nest within one block");
    top = std::min(top, static_cast<size_t>(at - path.begin()));
  }
  path.erase(path.begin(), path.begin() + top);
  for (size_t i = 0; i + 1 < path.size(); ++i)
    if (!program.loop(path[i]).body.as<For>())
      return aboutLoops(kBranch(program.name(path[i]), program.name(path[i + 1])), {path[i]},
                        "move the other statement elsewhere first, for example with compute_at or decompose_reduction");
  return path;
}

Status checkBounds(const Snapshot& program, const std::vector<LoopId>& order) {
  for (size_t outer = 0; outer < order.size(); ++outer)
    for (size_t inner = outer + 1; inner < order.size(); ++inner) {
      const For& loop = program.loop(order[outer]);
      const Var& var = program.loop(order[inner]).var;
      if (usesVar(loop.min, var) || usesVar(loop.extent, var))
        return aboutLoops(kDependentBounds(loop.var.name(), var.name()), {loop.id, order[inner]},
                          say("keep {0} outside of {1}", Ident(var.name()), Ident(loop.var.name())));
    }
  return success();
}

Edit rewrite(const Snapshot& program, const Plan& plan) {
  const int index = program.functionOf(plan.chain.front());
  Edit edit{.function = index};
  if (plan.newChain == plan.chain) return edit;
  Stmt nest = program.loop(plan.chain.back()).body;
  for (size_t i = plan.newChain.size(); i-- > 0;) nest = withBody(program.loop(plan.newChain[i]), nest);
  edit.changed = replaceStmt(program.function(index), program.stmt(plan.chain.front()), nest);
  return edit;
}

// Whether the loop at this place of the new order contains a loop that was outside of it.
bool containsMore(const Plan& plan, size_t place) {
  const auto before = std::find(plan.chain.begin(), plan.chain.end(), plan.newChain[place]);
  return std::any_of(plan.chain.begin(), before, [&](LoopId outer) {
    return std::find(plan.newChain.begin() + static_cast<std::ptrdiff_t>(place), plan.newChain.end(), outer) !=
           plan.newChain.end();
  });
}

// A dependence that an outer loop carries is harmless for a parallel loop inside of it, but not around it.
Status checkRaces(const Snapshot& program, const Plan& plan) {
  std::optional<Snapshot> after;
  for (size_t i = 0; i < plan.newChain.size(); ++i) {
    const For& loop = program.loop(plan.newChain[i]);
    if (loop.kind == ForKind::Serial || loop.kind == ForKind::Unrolled || !containsMore(plan, i)) continue;
    if (!after) {
      const Edit edit = rewrite(program, plan);
      after = program.withFunction(edit.function, *edit.changed);
    }
    if (provablyIndependent(*after, loop.id)) continue;
    const Verdict verdict =
        iterationsIndependent(after->function(after->functionOf(loop.id)), loop.id, program.budget());
    // Threads of a block may share a reduction, which lowering completes.
    const bool reduceToo = loop.thread.starts_with("threadIdx");
    if (accepted(verdict, program.budget(), [&] { return signatureAllowsParallel(*after, loop.id, reduceToo); }) ||
        (reduceToo && signatureAllowsParallel(*after, loop.id, true)))
      continue;
    return refused(aboutLoops(kRace(namesOf(program, plan.newChain), loop.var.name()), {loop.id},
                              "keep the loops that carry the dependence outside of it"),
                   verdict, *after, loop.id, differingIn(loop.id));
  }
  return success();
}

// Whether every value reaches the same reads, although some executions conflict: for example, if what they write is
// overwritten before it is read.
bool keepsValues(const Snapshot& program, const Plan& plan) {
  const Edit edit = rewrite(program, plan);
  return keepsValueFlow(program.function(edit.function), *edit.changed, {}, program.budget()).yes();
}

Result<Plan> check(const Snapshot& program, const Args& args) {
  if (Status ok = requireDistinct(program, args.loops, 1, "reorder"); !ok) return ok.error();
  Result<std::vector<LoopId>> chain = chainOf(program, args.loops);
  if (!chain) return chain.error();
  Plan plan{*chain, *chain};
  size_t next = 0;
  for (LoopId& place : plan.newChain)
    if (std::find(args.loops.begin(), args.loops.end(), place) != args.loops.end()) place = args.loops[next++];
  if (plan.newChain == plan.chain) return plan;
  if (Status ok = checkBounds(program, plan.newChain); !ok) return ok.error();
  if (!provablyReorderable(program, plan.chain)) {
    const PrimFunc& function = program.function(program.functionOf(args.loops.front()));
    const Verdict verdict = reorderKeepsResults(function, args.loops, program.budget());
    plan.conservative = !verdict.yes() && !keepsValues(program, plan);
    if (plan.conservative &&
        !accepted(verdict, program.budget(), [&] { return signatureAllowsReorder(program, plan.chain); }))
      return refused(aboutLoops(kDependence(namesOf(program, plan.newChain)), args.loops,
                                "keep the order of the loops that carry the dependence"),
                     verdict, program, plan.chain.front(), exchangedBy(plan.chain, plan.newChain));
  }
  if (Status ok = checkRaces(program, plan); !ok) return ok.error();
  return plan;
}

// Two or more selected loops: offers to make the innermost the outermost. One: offers to exchange it with the loop
// inside.
std::vector<Candidate> candidates(const Snapshot& program, const Selection& selection) {
  std::vector<LoopId> loops = selection.loops;
  if (loops.size() == 1)
    if (const auto* child = program.loop(loops[0]).body.as<For>()) loops.push_back(child->id);
  if (loops.size() < 2) return {};
  const Result<std::vector<LoopId>> chain = chainOf(program, loops);
  if (!chain) return {};
  std::vector<Candidate> offers;
  std::vector<LoopId> order;
  for (const LoopId loop : *chain)
    if (std::find(loops.begin(), loops.end(), loop) != loops.end()) order.push_back(loop);
  for (size_t turn = 1; turn < order.size(); ++turn) {
    std::rotate(order.begin(), order.begin() + 1, order.end());
    offers.push_back({{StepValue::List(order.begin(), order.end())}, namesOf(program, order)});
  }
  return offers;
}

}  // namespace

const Primitive kReorder = define<Args, Plan>(
    {.name = "reorder",
     .kind = "Reorder",
     .group = Group::Loops,
     .summary = "Change the order of nested loops.",
     .params = {param("ordered_loops", &Args::loops, "the loops in their new order, outermost first",
                      {.encoding = Encoding::Spread, .positional = true, .variadic = true})},
     .errors = {&kTooFewLoops, &kLoopTwice, &kNotOneNest, &kBranch, &kDependentBounds, &kDependence, &kRace},
     .candidates = candidates,
     .check = check,
     .rewrite = rewrite,
     .threads = ThreadCheck::WhereAtOnce,
     .traits = {.rank = 20,
                .key = 'r',
                .helpsRepairs = true,
                .spellings = {{"func.reorder(*loop)", "reorder({reversed loop})"},
                              {"interchange(loop, loop2)", "reorder({loop2}, {loop})"},
                              {"reorder_loops(loop, loop2)", "reorder({loop2}, {loop})"}}}});

}  // namespace lw
