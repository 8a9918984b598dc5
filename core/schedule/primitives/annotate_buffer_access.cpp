// annotate_buffer_access: declare by hand which region of a buffer a block reads or writes. Other steps and lowering
// check the real accesses, so no declaration changes a result; it does change how much compute_at and similar steps
// compute.
#include "core/ir/equal.h"
#include "core/ir/ops.h"
#include "core/schedule/all_primitives.h"
#include "core/schedule/support/block_checks.h"
#include "core/schedule/support/index_maps.h"
#include "core/text/print/printer.h"
#include "core/text/tir/regions.h"

namespace lw {
namespace {

constexpr Error<int64_t, Ident, int64_t> kRanges{"annotate_buffer_access.ranges",
                                                 "the map returns {0} ranges, but buffer {1} has {2} dimensions"};
constexpr Error<Ident, Ident, Snippet, int64_t> kNarrower{
    "annotate_buffer_access.narrower",
    "block {0} accesses {1} outside of the range {2} that is declared for dimension {3}"};

struct Args {
  BlockId block;
  int64_t index = 0;
  BufferAccess access;
  RangeMap ranges;
};
struct Plan {
  BlockId block;
  bool written;
  int64_t index;
  std::vector<Range> ranges;
};

std::string rangeText(const Range& r) { return toText(r.min) + ":" + toText(simplify(r.min + r.extent)); }

// Refuses a declaration that is provably narrower than the accesses. Accesses whose bounds cannot be found are
// accepted: declarations exist for them.
Status requireCovering(const Snapshot& program, const Args& args, const Buffer& buffer,
                       const std::vector<Range>& ranges) {
  const Block& block = program.block(args.block);
  const tir::BlockRegions found = tir::inferRegions(block, {buffer});
  Analyzer analyzer;
  for (const IterVar& iter : block.iters) analyzer.bind(iter.var, iter.domain);
  for (const BufferRegion& touched : args.access.written ? found.writes : found.reads)
    for (size_t i = 0; i < ranges.size(); ++i) {
      const Range &want = ranges[i], &have = touched.ranges[i];
      if (isZero(have.min) && analyzer.canProveEqual(have.extent, buffer->shape[i])) continue;
      const bool outside = analyzer.canProve(gt(want.min, have.min)) ||
                           analyzer.canProve(lt(want.min + want.extent, have.min + have.extent));
      if (outside)
        return aboutBlock(kNarrower(block.name, buffer->name, rangeText(want), i), args.block,
                          say("declare at least {0}", rangeText(have)));
    }
  return success();
}

Result<Plan> check(const Snapshot& program, const Args& args) {
  Result<Buffer> buffer = accessedBuffer(program, args.block, args.access.written, args.index);
  if (!buffer) return buffer.error();
  const Block& block = program.block(args.block);
  const IndexMap& map = args.ranges.map;
  if (map.initial.size() != block.iters.size())
    return aboutBlock(kMapInputs(map.initial.size(), block.name, block.iters.size()), args.block,
                      "give one input per iteration variable, in order");
  const size_t rank = static_cast<size_t>(buffer->rank());
  if (map.final.size() != 2 * rank)
    return aboutBlock(kRanges(map.final.size() / 2, (*buffer)->name, rank), args.block,
                      "give one pair (start, end) per dimension");
  std::vector<Expr> iters;
  for (const IterVar& iter : block.iters) iters.push_back(iter.var);
  const std::vector<Expr> ends = applyMap(map, iters, Analyzer());
  Plan plan{args.block, args.access.written, args.index, {}};
  for (size_t i = 0; i < rank; ++i) plan.ranges.push_back({ends[2 * i], simplify(ends[2 * i + 1] - ends[2 * i])});
  if (Status ok = requireCovering(program, args, *buffer, plan.ranges); !ok) return ok.error();
  return plan;
}

Edit rewrite(const Snapshot& program, const Plan& plan) {
  Block block = program.block(plan.block);
  (plan.written ? block.writes : block.reads)[static_cast<size_t>(plan.index)].ranges = plan.ranges;
  const char* key = plan.written ? "explicit_write_region" : "explicit_read_region";
  AnnotationValue::List indices;
  if (const auto found = block.annotations.find(key); found != block.annotations.end())
    if (const auto* list = std::get_if<AnnotationValue::List>(&found->second.value)) indices = *list;
  bool present = false;
  for (const AnnotationValue& v : indices) present |= equal(v, plan.index);
  if (!present) indices.push_back(plan.index);
  block.annotations.insert_or_assign(key, indices);
  const int function = program.functionOf(plan.block);
  return Edit{.function = function,
              .changed = replaceStmt(program.function(function), program.stmt(plan.block), block)};
}

// Offers the region as it is declared now, for editing.
std::vector<Candidate> candidates(const Snapshot& program, const Selection& selection) {
  std::vector<Candidate> offers;
  if (selection.blocks.size() != 1) return offers;
  const BlockId id = selection.blocks.front();
  const Block& block = program.block(id);
  for (const bool written : {false, true}) {
    const auto& regions = written ? block.writes : block.reads;
    for (size_t i = 0; i < regions.size(); ++i) {
      IndexMap map{.ranges = true};
      for (const IterVar& iter : block.iters) map.initial.push_back(iter.var);
      for (const Range& r : regions[i].ranges) {
        map.final.push_back(r.min);
        map.final.push_back(simplify(r.min + r.extent));
      }
      offers.push_back({{id, static_cast<int64_t>(i), written ? "write" : "read", map},
                        std::string(written ? "what it writes of " : "what it reads of ") + regions[i].buffer->name});
    }
  }
  return offers;
}

}  // namespace

const Primitive kAnnotateBufferAccess = define<Args, Plan>(
    {.name = "annotate_buffer_access",
     .kind = "AnnotateBufferAccess",
     .group = Group::Memory,
     .summary = "Declare by hand which region of a buffer a block reads or writes.",
     .params = {param("block", &Args::block, "the block"),
                param("buffer_index", &Args::index, "position among what the block reads or writes"),
                param("buf_type", &Args::access, "whether it is read or written", {.encoding = Encoding::CodedInput}),
                param("gen_new_ranges", &Args::ranges,
                      "from the block's iteration variables to the ranges: lambda vi, vj: ((vi, vi + 2), vj)")},
     .errors = {&kNoSuchSlot, &kMapInputs, &kRanges, &kNarrower},
     .candidates = candidates,
     .check = check,
     .rewrite = rewrite});

}  // namespace lw
