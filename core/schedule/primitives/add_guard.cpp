// add_guard, set_store_predicate: run a block only where a condition on the loops around it holds (Exo's
// add_unsafe_guard, made safe; TVM's set_store_predicate of tensor-expression schedules). An iteration may only be left
// out if its elements were computed before, or are computed by another iteration.
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/schedule/all_primitives.h"
#include "core/schedule/support/guards.h"
#include "core/support/text.h"

namespace lw {
namespace {

constexpr Error<Ident, int64_t, int64_t> kInputs{
    "guard.inputs", "the condition for block {0} takes {1} variables, but {2} loops enclose it"};
constexpr Error<Ident> kNoCondition{"guard.no-condition", "the condition for block {0} must be one boolean expression"};

struct Args {
  BlockId block;
  IndexMap condition;
};

Result<Guarded> check(const Snapshot& program, const Args& args) {
  const std::vector<LoopId> loops = program.loopsAbove(args.block);
  std::string names = join(loops, [&](const LoopId loop) { return program.name(loop); });
  const auto about = [&](Explanation e) {
    e.setHint(say("write lambda {0}: {1}", Ident(names),
                  Snippet(loops.empty() ? "..." : program.name(loops.front()) + " == 0")));
    e.blocks = {args.block};
    return e;
  };
  const std::string block = program.name(args.block);
  if (args.condition.initial.size() != loops.size())
    return about(kInputs(block, args.condition.initial.size(), loops.size()));
  if (args.condition.final.size() != 1 || !args.condition.final.front().dtype().isBool())
    return about(kNoCondition(block));
  VarMap vars;
  for (size_t i = 0; i < loops.size(); ++i) vars.emplace(args.condition.initial[i].key(), program.loop(loops[i]).var);
  return guardBlock(program, args.block, substitute(args.condition.final.front(), vars));
}

Edit rewrite(const Snapshot&, const Guarded& plan) {
  return Edit{.function = plan.function, .changed = plan.changed, .outputs = {}, .fate = {}};
}

// Offers a guard for the first iteration of each loop around the block: right where the other iterations repeat its
// work.
std::vector<Candidate> candidates(const Snapshot& program, const Selection& selection) {
  std::vector<Candidate> offers;
  if (selection.blocks.size() != 1) return offers;
  const std::vector<LoopId> loops = program.loopsAbove(selection.blocks.front());
  IndexMap map;
  for (const LoopId loop : loops) map.initial.emplace_back(program.name(loop), program.loop(loop).var.dtype());
  for (size_t i = 0; i < loops.size(); ++i) {
    if (!selection.loops.empty() && selection.loops.front() != loops[i]) continue;
    map.final = {eq(map.initial[i], program.loop(loops[i]).min)};
    offers.push_back({{selection.blocks.front(), map}, "in the first iteration of " + program.name(loops[i])});
  }
  return offers;
}

std::optional<size_t> loopsAround(const Snapshot& program, const Block& block, Arguments) {
  return program.loopsAbove(block.id).size();
}

}  // namespace

const Primitive kAddGuard =
    define<Args, Guarded>({.name = "add_guard",
                           .kind = "AddGuard",
                           .group = Group::Memory,
                           .summary = "Run a block only where a condition on its loops holds.",
                           .params = {param("block", &Args::block, "the block"),
                                      param("condition", &Args::condition,
                                            "a condition on the loops around it, outermost first: lambda i, j: i == 0",
                                            {.encoding = Encoding::Attr})},
                           .errors = {&kInputs, &kNoCondition, &kGuardChanges, &kGuardUndecided, &kGuardRace},
                           .candidates = candidates,
                           .check = check,
                           .rewrite = rewrite,
                           .traits = {.inTvm = false, .mapInputs = loopsAround}});

const Primitive kSetStorePredicate = define<Args, Guarded>(
    {.name = "set_store_predicate",
     .kind = "SetStorePredicate",
     .group = Group::Reduction,
     .summary = "Let a block store only where a condition holds, for example in one thread.",
     .params = {param("block", &Args::block, "the block"),
                param("predicate", &Args::condition,
                      "a condition on the loops around it, outermost first: lambda i, tx: tx == 0",
                      {.encoding = Encoding::Attr})},
     .errors = {&kInputs, &kNoCondition, &kGuardChanges, &kGuardUndecided, &kGuardRace},
     .check = check,
     .rewrite = rewrite,
     .help = "add_guard",
     .traits = {.inTvm = false, .mapInputs = loopsAround}});

}  // namespace lw
