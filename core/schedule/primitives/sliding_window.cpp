// sliding_window: a block that computes an overlapping part of a buffer in every iteration of a loop computes only the
// elements that the previous iteration has not computed; the others are still in the buffer (sliding-window
// optimization: J. Ragan-Kelley et al., "Halide", PLDI 2013).
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/schedule/all_primitives.h"
#include "core/schedule/support/guards.h"
#include "core/schedule/support/loop_checks.h"
#include "core/schedule/support/regions.h"

namespace lw {
namespace {

constexpr Error<Ident, Ident> kNoWindow{
    "sliding_window.no-window",
    "the region that block {0} computes does not advance with loop {1}, or does not overlap with the previous one"};
constexpr Error<Ident> kNotSerial{"sliding_window.not-serial",
                                  "the iterations of loop {0} do not run one after the other"};

struct Args {
  BlockId block;
  LoopId loop;
};

// The condition for a new element: the binding of one iter is greater than the last value that the previous iteration
// computed.
std::optional<Expr> isNew(const Snapshot& program, const Args& args) {
  const For& loop = program.loop(args.loop);
  const Block& block = program.block(args.block);
  Analyzer known;
  RunningVars below;
  for (const LoopId id : program.loopsAbove(args.block)) {
    const For& l = program.loop(id);
    known.bind(l.var, {l.min, l.extent});
    if (program.isAncestor(args.loop, id)) below.push_back({l.var, {l.min, l.extent}});
  }
  std::optional<Expr> found;
  for (const Expr& binding : block.bindings) {
    if (!usesVar(binding, loop.var)) continue;
    const std::optional<ExprInterval> now = valuesOf({binding, 1}, below, known);
    if (!now || found) return std::nullopt;  // with two moving iters the new elements are not one range
    const VarMap previous{{loop.var.key(), loop.var - 1}};
    const Expr lastBefore = substitute(now->max, previous);
    const bool forward = known.canProveLess(lastBefore, now->max),
               overlaps = known.canProveLessEqual(now->min, lastBefore);
    if (!forward || !overlaps) return std::nullopt;
    found = gt(binding, known.simplify(lastBefore));
  }
  return found;
}

Result<Guarded> check(const Snapshot& program, const Args& args) {
  const For& loop = program.loop(args.loop);
  const std::string block = program.name(args.block);
  const auto about = [&](Explanation e, Message hint) {
    e.setHint(std::move(hint));
    e.loops = {args.loop};
    e.blocks = {args.block};
    return e;
  };
  if (!program.isAncestor(args.loop, args.block))
    return about(kNotAround(loop.var.name(), block), "compute_at the block under the loop first");
  if (loop.kind != ForKind::Serial && loop.kind != ForKind::Unrolled)
    return about(kNotSerial(loop.var.name()), "choose a serial loop");
  const std::optional<Expr> fresh = isNew(program, args);
  if (!fresh)
    return about(kNoWindow(block, loop.var.name()), "choose the loop whose iterations compute overlapping parts");
  return guardBlock(program, args.block, logicalOr(eq(loop.var, loop.min), *fresh));
}

Edit rewrite(const Snapshot&, const Guarded& plan) {
  return Edit{.function = plan.function, .changed = plan.changed, .outputs = {}, .fate = {}};
}

std::vector<Candidate> candidates(const Snapshot& program, const Selection& selection) {
  std::vector<Candidate> offers;
  if (selection.blocks.size() != 1) return offers;
  const BlockId block = selection.blocks.front();
  for (const LoopId loop : program.loopsAbove(block))
    if (isNew(program, {block, loop})) offers.push_back({{block, loop}, "along " + program.name(loop)});
  return offers;
}

}  // namespace

const Primitive kSlidingWindow = define<Args, Guarded>(
    {.name = "sliding_window",
     .kind = "SlidingWindow",
     .group = Group::Memory,
     .summary = "Compute only what the previous iteration has not computed, and keep the rest.",
     .params = {param("block", &Args::block, "a block whose iterations overlap"),
                param("loop", &Args::loop, "the loop along which they move on")},
     .errors = {&kNotAround, &kNoWindow, &kNotSerial, &kGuardChanges, &kGuardUndecided, &kGuardRace},
     .candidates = candidates,
     .check = check,
     .rewrite = rewrite,
     .traits = {.inTvm = false}});

}  // namespace lw
