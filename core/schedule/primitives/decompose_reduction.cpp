// decompose_reduction: move the init of a reduction into a block and a nest of its own, directly before the given loop;
// the update remains. Every element is still initialised exactly once, before its first update.
#include <algorithm>
#include <set>

#include "core/analysis/values/value_flow.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/schedule/all_primitives.h"
#include "core/schedule/define.h"
#include "core/schedule/support/loop_checks.h"
#include "core/schedule/support/reduction.h"
#include "core/schedule/support/regions.h"
#include "core/schedule/support/stmt_tools.h"
#include "core/support/text.h"
#include "core/text/print/printer.h"

namespace lw {
namespace {

constexpr Error<Ident> kNoInit{"decompose_reduction.no-init", "block {0} has no init to move out"};
constexpr Error<Ident, Ident, Ident> kInside{"decompose_reduction.inside-reduction",
                                             "loop {0} is inside the reduction loop {1} of block {2}: the init would "
                                             "run once per iteration of {1} and overwrite the partial result"};
constexpr Error<Ident, Ident, Message> kReusesElement{
    "decompose_reduction.changes-values", "moving the init of block {0} before loop {1} changes the results: {2}"};
constexpr Error<Ident, Snippet, Ident, Message> kUndecided{
    "decompose_reduction.undecided",
    "block {0} writes one element for several values of {1}, and it could not be proved that its init may run before "
    "loop {2} ({3})"};

constexpr Error<Ident, Message> kLateStart{"decompose_reduction.late-start",
                                           "it could not be proved that the loops of block {0} start where its "
                                           "reduction starts, which is where it is initialised ({1})"};

constexpr Error<Ident, Snippet, Message> kCondition{
    "decompose_reduction.condition",
    "the condition {1} of block {0} uses loops of the reduction and of its elements, and it could not be proved that "
    "the init may run without it ({2})"};

struct Args {
  BlockId block;
  LoopId loop;
};
struct Plan {
  int function;
  PrimFunc changed;
  BlockId init;
  bool conservative = false;  // accepted by the signatures of the blocks
};

bool usesAny(const Expr& e, const std::set<const void*>& vars) {
  const std::vector<Var> used = freeVars(e);
  return std::any_of(used.begin(), used.end(), [&](const Var& v) { return vars.contains(v.key()); });
}

Explanation about(Explanation e, const Args& args, Message hint) {
  e.setHint(std::move(hint));
  e.blocks = {args.block};
  e.loops = {args.loop};
  return e;
}

// No loop above the given one may drive the reduction.
Status checkHeight(const Snapshot& program, const Args& args) {
  const Block& block = program.block(args.block);
  for (const LoopId above : program.loopsAbove(args.loop)) {
    const Var& var = program.loop(above).var;
    for (size_t i = 0; i < block.iters.size(); ++i) {
      if (block.iters[i].kind != IterKind::Reduce || !usesVar(block.bindings[i], var)) continue;
      const std::string loop = program.name(args.loop);
      Explanation e =
          about(kInside(loop, var.name(), block.name), args,
                say("choose loop {0} itself or one above it, or reorder it below {1}", Ident(var.name()), Ident(loop)));
      e.loops.push_back(above);
      return e;
    }
  }
  return success();
}

// The init as a block over the spatial iters, with its bindings and the loops below `loop` that drive them.
struct InitNest {
  Block block;
  std::vector<const For*> loops;  // outermost first
  std::optional<Expr> left;       // a condition that is left out, although it selects elements
};

// Adds the conditions that keep the iters in their domains, where this is not known.
void keepInDomains(Block& block, const Analyzer& known) {
  for (size_t i = 0; i < block.iters.size(); ++i) {
    const Range& domain = block.iters[i].domain;
    for (const Expr& holds : {le(domain.min, block.bindings[i]), lt(block.bindings[i], domain.min + domain.extent)})
      if (!known.canProve(holds)) block.predicate = logicalAnd(block.predicate, known.simplify(holds));
  }
}

InitNest makeInit(const Snapshot& program, const Args& args, BlockId id) {
  const Block& block = program.block(args.block);
  InitNest nest{Block(id, block.name + "_init", *block.init), {}, {}};
  nest.block.annotations = block.annotations;
  VarMap iters;
  for (size_t i = 0; i < block.iters.size(); ++i) {
    const IterVar& iter = block.iters[i];
    if (iter.kind != IterKind::Spatial) continue;
    const Var fresh(iter.var.name(), iter.var.dtype());
    iters.emplace(iter.var.key(), fresh);
    nest.block.iters.push_back({fresh, iter.domain, iter.kind});
    nest.block.bindings.push_back(block.bindings[i]);
  }
  nest.block.body = substitute(*block.init, iters);
  for (const BufferRegion& write : block.writes) nest.block.writes.push_back(substitute(write, iters));

  std::set<const void*> kept, dropped;
  std::vector<const For*> reduced;
  const std::vector<LoopId> above = program.loopsAbove(args.block);
  for (auto at = std::find(above.begin(), above.end(), args.loop); at != above.end(); ++at) {
    const For& loop = program.loop(*at);
    const auto drives = [&](const Expr& e) { return usesVar(e, loop.var); };
    const bool driven = std::any_of(nest.block.bindings.begin(), nest.block.bindings.end(), drives);
    (driven ? nest.loops : reduced).push_back(&loop);
    (driven ? kept : dropped).insert(loop.var.key());
  }
  const Analyzer known = knownAt(program.function(program.functionOf(args.block)).body, args.block);
  std::vector<Expr> guards = conjuncts(block.predicate);
  for (auto guard = guards.rbegin(); guard != guards.rend(); ++guard) {
    if (usesAny(*guard, dropped))
      *guard = usesAny(*guard, kept) ? known.simplify(*guard) : conditionOfInit(*guard, reduced);
    if (!usesAny(*guard, dropped))
      nest.block.predicate = logicalAnd(nest.block.predicate, *guard);
    else if (usesAny(*guard, kept))
      nest.left = *guard;
  }
  if (nest.left) keepInDomains(nest.block, known);
  return nest;
}

Stmt nestOf(const InitNest& nest, PrimFunc& ids) {
  VarMap vars;
  for (const For* loop : nest.loops) vars.emplace(loop->var.key(), Var(loop->var.name() + "_init", loop->var.dtype()));
  Block block = nest.block;
  for (Expr& binding : block.bindings) binding = substitute(binding, vars);
  block.predicate = substitute(block.predicate, vars);
  Stmt body = std::move(block);
  for (size_t i = nest.loops.size(); i-- > 0;) {
    const For& old = *nest.loops[i];
    body = For{ids.freshLoop(),
               *vars.at(old.var.key()).as<Var>(),
               substitute(old.min, vars),
               substitute(old.extent, vars),
               old.kind,
               old.thread,
               {},
               body};
  }
  return body;
}

Block updateOf(const Block& block) {
  Block update = block;
  update.name += "_update";
  update.init.reset();
  std::vector<BufferRegion> reads;
  for (const BufferRegion& write : block.writes) {
    const auto same = [&](const BufferRegion& read) { return read.buffer == write.buffer; };
    if (std::none_of(block.reads.begin(), block.reads.end(), same)) reads.push_back(write);
  }
  reads.insert(reads.end(), block.reads.begin(), block.reads.end());
  update.reads = std::move(reads);
  return update;
}

// Every spatial iter that the moved loops drive must be an index of the store, so that each element has one init.
std::optional<std::string> iterOutsideOfIndices(const Block& block, const InitNest& nest) {
  for (size_t i = 0; i < block.iters.size(); ++i) {
    const IterVar& iter = block.iters[i];
    const auto driven = [&](const For* loop) { return usesVar(block.bindings[i], loop->var); };
    if (iter.kind != IterKind::Spatial || std::none_of(nest.loops.begin(), nest.loops.end(), driven)) continue;
    for (const BufferRegion& write : block.writes) {
      const auto indexed = [&](const Range& r) {
        const auto* v = r.min.as<Var>();
        return v && v->sameAs(iter.var) && isOne(r.extent);
      };
      if (std::none_of(write.ranges.begin(), write.ranges.end(), indexed)) return iter.var.name();
    }
  }
  return std::nullopt;
}

Result<Plan> check(const Snapshot& program, const Args& args) {
  const Block& block = program.block(args.block);
  const std::string loop = program.name(args.loop);
  const std::vector<LoopId> above = program.loopsAbove(args.block);
  if (std::find(above.begin(), above.end(), args.loop) == above.end()) {
    std::string names = join(above, [&](const LoopId l) { return program.name(l); });
    return about(kNotAround(loop, block.name), args,
                 names.empty() ? "the block has no loops" : say("its loops are {0}", Ident(names)));
  }
  if (!block.init) return about(kNoInit(block.name), args, "only a block with T.init can be decomposed, and only once");
  if (Status ok = checkHeight(program, args); !ok) return ok.error();

  const int index = program.functionOf(args.block);
  PrimFunc changed = program.function(index);
  const BlockId id = changed.freshBlock();
  const InitNest nest = makeInit(program, args, id);
  const Stmt init = nestOf(nest, changed);
  const Stmt rest = replaceIn(program.stmt(args.loop), program.stmt(args.block), updateOf(block));
  changed = replaceStmt(changed, program.stmt(args.loop), sequence({init, rest}));

  Correspondence made;
  made.initBlock = {{id, args.block}};
  const Verdict verdict = keepsValueFlow(program.function(index), changed, made, program.budget());
  if (verdict.no())
    return about(kReusesElement(block.name, loop, verdict.reason), args, "choose a loop further inside");
  if (!verdict.yes() && !initRunsFirst(program, args.block)) {
    Explanation e = about(kLateStart(block.name, verdict.reason), args, {});
    e.conservative = true;
    return e;
  }
  if (!verdict.yes() && nest.left) {
    Explanation e =
        about(kCondition(block.name, toText(*nest.left), verdict.reason), args, "choose a loop further inside");
    e.conservative = true;
    return e;
  }
  if (!verdict.yes() && !distinctWrites(block).yes())
    if (const auto iter = iterOutsideOfIndices(block, nest)) {
      Explanation e = about(kUndecided(block.name, *iter, loop, verdict.reason), args,
                            say("choose a loop inside those that {0} is bound to", *iter));
      e.conservative = true;
      return e;
    }
  return Plan{index, std::move(changed), id, !verdict.yes()};
}

Edit rewrite(const Snapshot&, const Plan& plan) {
  return Edit{.function = plan.function, .changed = plan.changed, .outputs = {plan.init}, .fate = {}};
}

// Offers the loops that contain the whole reduction.
std::vector<Candidate> candidates(const Snapshot& program, const Selection& selection) {
  std::vector<Candidate> offers;
  if (selection.blocks.size() != 1 || !program.block(selection.blocks.front()).init) return offers;
  const BlockId block = selection.blocks.front();
  for (const LoopId loop : program.loopsAbove(block))
    if (checkHeight(program, {block, loop})) offers.push_back({{block, loop}, "before " + program.name(loop)});
  return offers;
}

// The loops further outside that the refusal names.
Alternatives otherLoops(const Snapshot&, const Primitive& refused, const Arguments& args, const Explanation& reason) {
  Alternatives ways;
  const auto* chosen = args[1].as<LoopId>();
  if (!args.front().as<BlockId>() || !chosen || reason.kind != kInside.id) return ways;
  for (const LoopId above : reason.loops)
    if (above != *chosen) ways.push_back({{&refused, {args.front(), above}}});
  return ways;
}

}  // namespace

const Primitive kDecomposeReduction = define<Args, Plan>(
    {.name = "decompose_reduction",
     .kind = "DecomposeReduction",
     .group = Group::Reduction,
     .summary = "Move the init of a reduction into a block of its own before a loop.",
     .params = {param("block", &Args::block, "the reduction"),
                param("loop", &Args::loop, "the init is put right before it")},
     .returns = Returns::Block,
     .errors = {&kNoInit, &kNotAround, &kInside, &kReusesElement, &kUndecided, &kLateStart, &kCondition},
     .candidates = candidates,
     .check = check,
     .rewrite = rewrite,
     .traits = {.rank = 80, .helpsRepairs = true, .alternatives = otherLoops}});

}  // namespace lw
