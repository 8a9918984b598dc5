// loop_partition: divide the iterations of a loop into consecutive ranges, each in a loop of its own, so that each can
// be scheduled separately. The same statements run in the same order. The domain of the axis that the loop drives is
// narrowed to the range, except that a reduce axis of a block with an init keeps its domain: the init must not run once
// per part.
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/schedule/all_primitives.h"
#include "core/schedule/support/loop_checks.h"
#include "core/schedule/support/regions.h"
#include "core/text/print/printer.h"

namespace lw {
namespace {

constexpr Error<Ident> kNoBlock{"loop_partition.no-block", "loop {0} contains no block"};
constexpr Error<Ident> kNoFactors{"loop_partition.no-factors", "loop {0} cannot be divided into zero parts"};
constexpr Error<int64_t> kTwoOpen{"loop_partition.two-open", "{0} of the parts are None, but only one can be inferred"};
constexpr Error<int64_t, int64_t> kNotPositive{"loop_partition.not-positive",
                                               "part {0} has {1} iterations; a part has at least one"};
constexpr Error<Ident, Message, Snippet> kCoversMore{"loop_partition.covers-more",
                                                     "the parts of loop {0} cover {1} of its {2} iterations"};
constexpr Error<Ident, Snippet> kNothingLeft{
    "loop_partition.nothing-left", "the parts of loop {0} cover all its {1} iterations; nothing is left for None"};

struct Args {
  LoopId loop;
  Factors factors;
  bool preserveUnitIters = true;
};
struct Plan {
  LoopId loop;
  std::vector<Range> parts;
  bool preserveUnitIters;
};

Result<Plan> check(const Snapshot& program, const Args& args) {
  const For& loop = program.loop(args.loop);
  const std::string& name = loop.var.name();
  if (Status ok = requirePlain(loop, "partition"); !ok) return ok.error();
  if (program.blocksBelow(args.loop).empty())
    return aboutLoops(kNoBlock(name), {args.loop}, "put its statements into a block");
  if (args.factors.empty())
    return aboutLoops(kNoFactors(name), {args.loop}, "give two parts or more, for example [8, None]");
  const DataType type = loop.var.dtype();
  int64_t sum = 0;
  int open = 0;
  for (size_t i = 0; i < args.factors.size(); ++i) {
    if (!args.factors[i]) {
      ++open;
    } else if (*args.factors[i] <= 0) {
      return aboutLoops(kNotPositive(i, *args.factors[i]), {args.loop},
                        "give a positive number, or None for whatever remains");
    } else if (__builtin_add_overflow(sum, *args.factors[i], &sum) || sum > maxValueOf(type)) {
      return aboutLoops(kCoversMore(name, "too many", toText(loop.extent)), {args.loop}, "give smaller parts");
    }
  }
  if (open > 1) return aboutLoops(kTwoOpen(open), {args.loop}, "give a number for the others");
  const Analyzer analyzer;
  const Expr rest = analyzer.simplify(loop.extent - makeConst(type, sum));
  if (!analyzer.canProve(ge(rest, makeZero(type))))
    return aboutLoops(kCoversMore(name, Snippet(std::to_string(sum)), toText(loop.extent)), {args.loop},
                      asInt(loop.extent) ? say("choose parts with a sum of {0} or less", toText(loop.extent))
                                         : "the extent is not known");
  const bool complete = isZero(rest);
  if (open && complete) return aboutLoops(kNothingLeft(name, toText(loop.extent)), {args.loop}, "leave None out");
  Plan plan{args.loop, {}, args.preserveUnitIters};
  Expr start = loop.min;
  Factors parts = args.factors;
  if (!open && !complete)
    parts.push_back(std::nullopt);  // the iterations that no factor covers form a part of their own
  for (const std::optional<int64_t>& part : parts) {
    const Expr extent = part ? makeConst(type, *part) : rest;
    plan.parts.push_back({start, extent});
    start = analyzer.simplify(start + extent);
  }
  return plan;
}

// The regions of its buffers that the block accesses while its axes run over their domains.
std::vector<BufferRegion> overDomains(const std::vector<BufferRegion>& regions, const RunningVars& axes,
                                      const Analyzer& analyzer) {
  std::vector<BufferRegion> result;
  for (const BufferRegion& region : regions) {
    BufferRegion whole{region.buffer, {}};
    for (size_t i = 0; i < region.ranges.size(); ++i) {
      const Expr& size = region.buffer->shape[i];
      const std::optional<ExprInterval> values = valuesOf(region.ranges[i], axes, analyzer);
      if (values)
        whole.ranges.push_back(insideBuffer(
            {analyzer.simplify(values->min), analyzer.simplify(values->max - values->min + 1)}, size, analyzer));
      else
        whole.ranges.push_back({makeZero(size.dtype()), size});
    }
    result.push_back(std::move(whole));
  }
  return result;
}

Block narrowed(const Block& old, const For& loop, const Range& part, const std::string& suffix, const Analyzer& known) {
  Block block = old;
  block.name += suffix;
  RunningVars axes;
  for (size_t i = 0; i < block.iters.size(); ++i) {
    IterVar& iter = block.iters[i];
    const auto* driver = old.bindings[i].as<Var>();
    const bool restarts = iter.kind == IterKind::Reduce && old.init;
    if (driver && *driver == loop.var && !restarts) iter.domain = part;
    axes.push_back({iter.var, iter.domain});
  }
  block.reads = overDomains(block.reads, axes, known);
  block.writes = overDomains(block.writes, axes, known);
  return block;
}

Block wrapper(BlockId id, std::string name, Stmt body) { return Block(id, std::move(name), std::move(body)); }

Edit rewrite(const Snapshot& program, const Plan& plan) {
  const For& loop = program.loop(plan.loop);
  const int index = program.functionOf(plan.loop);
  PrimFunc function = program.function(index);
  const std::vector<BlockId> below = program.blocksBelow(plan.loop);
  const std::string title = program.name(below.front()) + "_" + loop.var.name();
  std::vector<Stmt> parts;
  Edit edit{.function = index};
  std::vector<std::pair<BlockId, std::vector<BlockId>>> blocks;
  for (const BlockId b : below) blocks.push_back({b, {}});
  for (size_t i = 0; i < plan.parts.size(); ++i) {
    const Range& part = plan.parts[i];
    const std::string number = std::to_string(i);
    Stmt body = mapBlocks(loop.body, [&](const Block& b) {
      return narrowed(b, loop, part, "_" + loop.var.name() + number, knownAt(program.function(index).body, b.id));
    });
    const Var var(loop.var.name() + number, loop.var.dtype());
    const bool unit = isOne(part.extent) && !plan.preserveUnitIters;
    body = freshCopy(substitute(body, {{loop.var.key(), unit ? part.min : Expr(var)}}), function);
    size_t at = 0;
    mapBlocks(body, [&](const Block& b) {
      blocks[at++].second.push_back(b.id);
      return b;
    });
    const LoopId id = function.freshLoop();
    edit.outputs.push_back(id);
    parts.push_back(wrapper(function.freshBlock(), title + number + "_partition",
                            For{id, var, part.min, part.extent, ForKind::Serial, "", {}, body}));
  }
  const Block common = wrapper(function.freshBlock(), title + "_common", sequence(std::move(parts)));
  edit.changed = replaceStmt(function, program.stmt(plan.loop), common);
  std::vector<LoopId> loops;
  for (const StepValue& made : edit.outputs) loops.push_back(*made.as<LoopId>());
  edit.fate.loops = {{plan.loop, loops}};
  edit.fate.blocks = std::move(blocks);
  return edit;
}

// Offers to separate the last iterations, which do not fill a tile.
std::vector<Candidate> candidates(const Snapshot& program, const Selection& selection) {
  std::vector<Candidate> offers;
  if (selection.loops.size() != 1) return offers;
  const LoopId loop = selection.loops.front();
  const std::optional<int64_t> extent = asInt(program.loop(loop).extent);
  if (!extent || program.blocksBelow(loop).empty()) return offers;
  for (const int64_t tile : {8, 16, 32, 64}) {
    const int64_t whole = *extent / tile * tile;
    if (whole > 0 && whole < *extent)
      offers.push_back({{loop, StepValue::List{whole, StepValue()}},
                        "[" + std::to_string(whole) + ", None], tiles of " + std::to_string(tile)});
  }
  if (*extent > 1) offers.push_back({{loop, StepValue::List{1, StepValue()}}, "[1, None], the first iteration apart"});
  return offers;
}

}  // namespace

const Primitive kLoopPartition = define<Args, Plan>(
    {.name = "loop_partition",
     .kind = "LoopPartition",
     .group = Group::Loops,
     .summary = "Divide the iterations of a loop into consecutive loops.",
     .params = {param("loop", &Args::loop, "loop to divide"),
                param("factors", &Args::factors, "iterations of each part, in order; None: whatever remains",
                      {.encoding = Encoding::Spread}),
                param("preserve_unit_iters", &Args::preserveUnitIters, "keep loops of one iteration in the bindings",
                      {.defaultValue = true, .encoding = Encoding::IntAttr, .flag = "Keep unit loops"})},
     .returns = Returns::Loops,
     .errors = {&kLoopBound, &kLoopAnnotated, &kNoBlock, &kNoFactors, &kTwoOpen, &kNotPositive, &kCoversMore,
                &kNothingLeft},
     .candidates = candidates,
     .check = check,
     .rewrite = rewrite,
     .threads = ThreadCheck::WhereAtOnce,
     .traits = {.rank = 230}});

}  // namespace lw
