// fuse: replace directly nested loops by one loop over all their iterations. Keeps the order of the iterations.
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/ir/wide_index.h"
#include "core/schedule/all_primitives.h"
#include "core/schedule/support/bindings.h"
#include "core/schedule/support/loop_checks.h"

namespace lw {
namespace {

constexpr Error<Ident, Ident> kNotNested{"fuse.not-nested", "loop {1} is not directly inside loop {0}"};
constexpr Error<Ident, Ident> kNotOnlyChild{"fuse.not-only-child", "loop {0} contains more than loop {1}"};
constexpr Error<Ident, Ident> kDependentBounds{"fuse.dependent-bounds", "the bounds of loop {1} depend on loop {0}"};

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
  const Expr extent = productOf(extents);  // of type int64 where int32 cannot count the iterations
  const DataType type = extent.dtype();
  const Var fused(name + "fused", type);
  VarMap values;
  Expr rest = fused;
  for (size_t i = plan.loops.size(); i-- > 0;) {
    const For& loop = program.loop(plan.loops[i]);
    const bool dropped = isOne(loop.extent) && !plan.preserveUnitIters;
    const Expr divisor = type == loop.extent.dtype() ? loop.extent : cast(type, loop.extent);
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
  std::string label;
  for (const LoopId loop : loops) label += (label.empty() ? "" : ", ") + program.name(loop);
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
                &kDependentBounds},
     .candidates = candidates,
     .check = check,
     .rewrite = rewrite,
     .threads = ThreadCheck::WhereAtOnce,
     .traits = {.rank = 30, .key = 'f', .spellings = {{"func.fuse(loop, loop2, _)", "fuse({loop2}, {loop}) -> _"}}}});

}  // namespace lw
