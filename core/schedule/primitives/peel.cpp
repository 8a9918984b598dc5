// peel: move the first or last iterations of a loop into a loop of their own, for example so that the number of the
// remaining iterations is a multiple of the vector width. The order of the iterations stays the same.
#include <algorithm>

#include "core/arith/analyzer.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/schedule/all_primitives.h"
#include "core/schedule/support/bindings.h"
#include "core/schedule/support/loop_checks.h"

namespace lw {
namespace {

constexpr Error<Ident, Message, int64_t> kCount{"peel.count",
                                                "loop {0} has {1} iterations, so {2} of them cannot be peeled"};

struct Args {
  LoopId loop;
  int64_t count = 1;
  bool atStart = false;
};

Result<Args> check(const Snapshot& program, const Args& args) {
  const For& loop = program.loop(args.loop);
  if (Status ok = requirePlain(loop, "peel"); !ok) return ok.error();
  const std::optional<int64_t> extent = asInt(loop.extent);
  if (args.count < 1 || args.count > maxValueOf(loop.var.dtype()) || (extent && args.count >= *extent))
    return aboutLoops(kCount(loop.var.name(), extent ? std::to_string(*extent) : "an unknown number of", args.count),
                      {args.loop}, "give a number from 1 to one less than the iterations");
  return args;
}

// Without its init the block also reads the elements that it updates.
Block updateOnly(Block block) {
  block.init.reset();
  for (auto write = block.writes.rbegin(); write != block.writes.rend(); ++write) {
    const auto same = [&](const BufferRegion& read) { return read.buffer == write->buffer; };
    if (std::none_of(block.reads.begin(), block.reads.end(), same)) block.reads.insert(block.reads.begin(), *write);
  }
  return block;
}

// A copy of the loop with the iterations from `start` on. A reduction that starts in the first part needs no init in
// the second part.
Stmt partOf(const Snapshot& program, const For& loop, const Expr& start, const Expr& extent, const char* suffix,
            bool second, PrimFunc& ids) {
  Analyzer known;
  for (const LoopId above : program.loopsAbove(loop.id))
    known.bind(program.loop(above).var, {program.loop(above).min, program.loop(above).extent});
  known.bind(loop.var, {start, extent});
  const Stmt body = mapBlocks(loop.body, [&](const Block& old) {
    Block block = old;
    block.name += suffix;
    for (size_t i = 0; second && block.init && i < block.iters.size(); ++i)
      if (block.iters[i].kind == IterKind::Reduce && usesVar(block.bindings[i], loop.var) &&
          known.canProve(gt(block.bindings[i], block.iters[i].domain.min)))
        block = updateOnly(std::move(block));
    return block;
  });
  For part = loop;
  part.min = start;
  part.extent = extent;
  part.body = body;
  return freshCopy(part, ids);
}

Edit rewrite(const Snapshot& program, const Args& args) {
  const For& loop = program.loop(args.loop);
  const int index = program.functionOf(args.loop);
  PrimFunc function = program.function(index);
  const Expr count = makeConst(loop.var.dtype(), args.count);
  const Expr first =
      simplifyExtent(args.atStart ? min(count, loop.extent) : max(loop.extent - count, makeZero(loop.var.dtype())));
  const Expr rest = simplifyExtent(loop.extent - first);
  // The loop with the remaining iterations keeps its id.
  For kept = loop;
  Stmt copy = Evaluate{0};
  if (args.atStart) {
    copy = partOf(program, loop, loop.min, first, "_head", false, function);
    kept.min = simplifyExtent(loop.min + first);
    kept.extent = rest;
  } else {
    kept.extent = first;
    copy = partOf(program, loop, simplifyExtent(loop.min + first), rest, "_tail", true, function);
  }
  const LoopId copied = copy.as<For>()->id;
  std::vector<Stmt> parts{kept, copy};
  std::vector<StepValue> outputs{args.loop, copied};
  if (args.atStart) std::swap(parts[0], parts[1]), std::swap(outputs[0], outputs[1]);
  Edit edit{.function = index,
            .changed = replaceStmt(function, program.stmt(args.loop), sequence(parts)),
            .outputs = outputs,
            .fate = {}};
  return edit;
}

std::vector<Candidate> candidates(const Snapshot& program, const Selection& selection) {
  std::vector<Candidate> offers;
  if (selection.loops.size() != 1) return offers;
  const LoopId loop = selection.loops.front();
  const std::optional<int64_t> extent = asInt(program.loop(loop).extent);
  offers.push_back({{loop, 1, false}, "the last iteration"});
  offers.push_back({{loop, 1, true}, "the first iteration"});
  for (const int64_t width : {4, 8, 16})
    if (extent && *extent > width && *extent % width)
      offers.push_back({{loop, *extent % width, false}, "what exceeds a multiple of " + std::to_string(width)});
  return offers;
}

}  // namespace

const Primitive kPeel = define<Args, Args>(
    {.name = "peel",
     .kind = "Peel",
     .group = Group::Loops,
     .summary = "Give the first or last iterations of a loop a nest of their own.",
     .params = {param("loop", &Args::loop, "the loop"),
                param("count", &Args::count, "how many iterations", {.defaultValue = 1, .encoding = Encoding::Attr}),
                param("at_start", &Args::atStart, "the first ones; otherwise the last ones",
                      {.defaultValue = false, .encoding = Encoding::Attr, .flag = "Peel the first iterations"})},
     .returns = Returns::Loops,
     .errors = {&kLoopBound, &kLoopAnnotated, &kCount},
     .candidates = candidates,
     .check = check,
     .rewrite = rewrite,
     .threads = ThreadCheck::WhereAtOnce,
     .traits = {.rank = 220, .inTvm = false}});

}  // namespace lw
