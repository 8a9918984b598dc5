// fuse: replace directly nested loops by one loop over all their iterations. Keeps the order of the iterations.
#include "core/arith/counts.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/ir/wide_index.h"
#include "core/schedule/all_primitives.h"
#include "core/schedule/support/bindings.h"
#include "core/schedule/support/loop_checks.h"
#include "core/schedule/support/stmt_tools.h"
#include "core/support/text.h"

namespace lw {
namespace {

constexpr Error<Ident, Ident> kNotNested{"fuse.not-nested", "loop {1} is not directly inside loop {0}"};
constexpr Error<Ident, Ident> kNotOnlyChild{"fuse.not-only-child", "loop {0} contains more than loop {1}"};
constexpr Error<Ident, Ident> kDependentBounds{"fuse.dependent-bounds", "the bounds of loop {1} depend on loop {0}"};
constexpr Error<Ident, Ident, Ident> kEmptyReduction{
    "fuse.empty-reduction",
    "the reduction of block {2} over loop {1} may have no iteration, and the fused loop would not tell for which "
    "iterations of loop {0} the init of {2} is to run then"};

struct Args {
  std::vector<LoopId> loops;
  bool preserveUnitIters = true;
};
using Plan = Args;

Status checkPair(const Snapshot& program, LoopId outer, LoopId inner) {
  if (program.parent(inner) != NodeRef(outer))
    return aboutLoops(kNotNested(program.name(outer), program.name(inner)), {outer, inner},
                      "give neighbouring loops, outermost first; reorder brings loops together");
  const auto* child = program.loop(outer).body.as<For>();
  if (!child)
    return aboutLoops(kNotOnlyChild(program.name(outer), program.name(inner)), {outer, inner},
                      "fuse the inner nests separately");
  return success();
}

Analyzer knownAround(const Snapshot& program, LoopId place) {
  Analyzer known = knownSizes(program.function(program.functionOf(place)));
  for (const LoopId id : program.loopsAbove(place))
    known.bind(program.loop(id).var, {program.loop(id).min, program.loop(id).extent});
  return known;
}

// Do the conditions of the block on this loop hold in the first iteration of all loops?
bool startHolds(const Snapshot& program, const Block& block, LoopId loop, const Analyzer& known) {
  VarMap first;
  for (const LoopId above : program.loopsAbove(block.id))
    first.insert_or_assign(program.loop(above).var.key(), substitute(program.loop(above).min, first));
  for (const Expr& condition : conjuncts(block.predicate))
    if (usesVar(condition, program.loop(loop).var) && !known.canProve(substitute(condition, first))) return false;
  return true;
}

// The init of a reduction without an iteration runs for the iterations of the other loops (empty_reductions.h), so a
// loop of a reduction that may be empty stays apart from them.
Status keepReductionsApart(const Snapshot& program, const std::vector<LoopId>& loops) {
  std::optional<Analyzer> known;
  for (const BlockId id : program.blocks(program.functionOf(loops.front()))) {
    const Block& block = program.block(id);
    if (!block.init || !program.isAncestor(loops.back(), id)) continue;
    const auto drives = [&](LoopId loop, bool reduce) {
      for (size_t i = 0; i < block.iters.size(); ++i)
        if ((block.iters[i].kind == IterKind::Reduce) == reduce && usesVar(block.bindings[i], program.loop(loop).var))
          return true;
      return false;
    };
    const auto other = std::find_if(loops.begin(), loops.end(), [&](LoopId loop) { return drives(loop, false); });
    if (other == loops.end()) continue;
    for (const LoopId loop : loops) {
      if (!drives(loop, true) || drives(loop, false)) continue;
      const Expr& extent = program.loop(loop).extent;
      if (!known) known = knownAround(program, loops.front());
      if (known->canProve(le(makeConst(extent.dtype(), 1), extent)) && startHolds(program, block, loop, *known))
        continue;
      Explanation e = aboutLoops(kEmptyReduction(program.name(*other), program.name(loop), block.name), {*other, loop},
                                 say("decompose_reduction {0} first, or fuse {1} with loops of the reduction only",
                                     Ident(block.name), Ident(program.name(loop))));
      e.blocks = {id};
      return e;
    }
  }
  return success();
}

Result<Plan> check(const Snapshot& program, const Args& args) {
  if (Status ok = requireDistinct(program, args.loops, 1, "fuse"); !ok) return ok.error();
  for (size_t i = 0; i < args.loops.size(); ++i) {
    const For& loop = program.loop(args.loops[i]);
    if (Status ok = requirePlain(loop, "fuse"); !ok) return ok.error();
    if (i == 0) continue;
    if (Status ok = checkPair(program, args.loops[i - 1], args.loops[i]); !ok) return ok.error();
    for (size_t k = 0; k < i; ++k) {
      const For& outer = program.loop(args.loops[k]);
      if (usesVar(loop.extent, outer.var) || usesVar(loop.min, outer.var))
        return aboutLoops(kDependentBounds(outer.var.name(), loop.var.name()), {outer.id, loop.id},
                          "fuse only loops whose bounds do not depend on each other");
    }
  }
  if (Status ok = keepReductionsApart(program, args.loops); !ok) return ok.error();
  return args;
}

Edit rewrite(const Snapshot& program, const Plan& plan) {
  const int index = program.functionOf(plan.loops.front());
  if (plan.loops.size() == 1) return Edit{.function = index, .outputs = {plan.loops.front()}};
  PrimFunc function = program.function(index);
  std::string name;
  std::vector<Expr> extents;
  for (const LoopId id : plan.loops) {
    const For& loop = program.loop(id);
    name += loop.var.name() + "_";
    extents.push_back(loop.extent);
  }
  extents = countsOf(extents, knownAround(program, plan.loops.front()));
  const Expr extent = productOf(extents);  // of type int64 where int32 cannot count the iterations
  const DataType type = extent.dtype();
  const Var fused(name + "fused", type);
  VarMap values;
  Expr rest = fused;
  for (size_t i = plan.loops.size(); i-- > 0;) {
    const For& loop = program.loop(plan.loops[i]);
    const bool dropped = isOne(loop.extent) && !plan.preserveUnitIters;
    const Expr divisor = cast(type, extents[i]);
    const Expr value = dropped ? makeZero(type) : i == 0 ? rest : floormod(rest, divisor);
    if (i > 0) rest = floordiv(rest, divisor);
    values.insert_or_assign(loop.var.key(), cast(loop.var.dtype(), value) + loop.min);
  }
  const For& innermost = program.loop(plan.loops.back());
  const LoopId id = function.freshLoop();
  Stmt nest = For{
      id, fused, makeZero(type), simplifyExtent(extent), ForKind::Serial, "", {}, substitute(innermost.body, values)};
  nest = simplifyBindings(program, plan.loops.front(), nest, plan.preserveUnitIters);
  Edit edit{
      .function = index, .changed = replaceStmt(function, program.stmt(plan.loops.front()), nest), .outputs = {id}};
  for (const LoopId old : plan.loops) edit.fate.loops.push_back({old, {id}});
  return edit;
}

// Offers the selected loops, or the selected one with its only child.
std::vector<Candidate> candidates(const Snapshot& program, const Selection& selection) {
  std::vector<LoopId> loops = selection.loops;
  if (loops.size() == 1)
    if (const auto* child = program.loop(loops[0]).body.as<For>()) loops.push_back(child->id);
  if (loops.size() < 2) return {};
  std::string label = join(loops, [&](const LoopId loop) { return program.name(loop); });
  return {{{StepValue::List(loops.begin(), loops.end())}, label}};
}

}  // namespace

const Primitive kFuse = define<Args, Plan>(
    {.name = "fuse",
     .kind = "Fuse",
     .group = Group::Loops,
     .summary = "Make one loop of directly nested loops.",
     .params = {param("loops", &Args::loops, "neighbouring loops, outermost first",
                      {.encoding = Encoding::Spread, .positional = true, .variadic = true}),
                param("preserve_unit_iters", &Args::preserveUnitIters, "keep loops of one iteration in the bindings",
                      {.defaultValue = true, .encoding = Encoding::IntAttr, .flag = "Keep unit loops"})},
     .returns = Returns::Loop,
     .errors = {&kTooFewLoops, &kLoopTwice, &kLoopBound, &kLoopAnnotated, &kNotNested, &kNotOnlyChild,
                &kDependentBounds, &kEmptyReduction},
     .candidates = candidates,
     .check = check,
     .rewrite = rewrite,
     .threads = ThreadCheck::WhereAtOnce,
     .traits = {.rank = 30, .key = 'f', .spellings = {{"func.fuse(loop, loop2, _)", "fuse({loop2}, {loop}) -> _"}}}});

}  // namespace lw
