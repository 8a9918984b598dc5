// pack: copy the part of an operand that a block reads in one iteration of a loop into a small buffer of another
// layout, the online packing of Goto and van de Geijn (gebp): cache_read, compute_at and transform_layout as one step.
#include "core/ir/ops.h"
#include "core/schedule/all_primitives.h"
#include "core/schedule/support/block_checks.h"
#include "core/schedule/support/compose.h"
#include "core/schedule/support/loop_checks.h"
#include "core/support/text.h"

namespace lw {
namespace {

constexpr Error<Ident, int64_t, int64_t> kNoOperand{"pack.operand",
                                                    "block {0} reads {1} buffers; there is no operand {2}"};
constexpr Error<int64_t, Ident, int64_t> kInputs{"pack.inputs",
                                                 "the layout has {0} inputs, but operand {1} has {2} dimensions"};

struct Args {
  BlockId block;
  ReadIndex operand;
  IndexMap layout;
  LoopId at;
  PadValue pad;
  Scope storage;
};

std::string namesOf(const Block& block) {
  return join(block.reads, [&](const BufferRegion& r) { return r.buffer->name; });
}

Status checkOwn(const Snapshot& program, const Args& args) {
  const Block& block = program.block(args.block);
  const Buffer* operand = nullptr;
  if (args.operand.index >= 0 && args.operand.index < static_cast<int64_t>(block.reads.size()))
    operand = &block.reads[static_cast<size_t>(args.operand.index)].buffer;
  if (!operand)
    return aboutBlock(kNoOperand(block.name, block.reads.size(), args.operand.index), args.block,
                      block.reads.empty() ? "" : say("its operands, from 0 on, are {0}", namesOf(block)));
  if (args.layout.initial.size() != static_cast<size_t>(operand->rank()))
    return aboutBlock(kInputs(args.layout.initial.size(), (*operand)->name, operand->rank()), args.block,
                      "one input per dimension of the operand, in their order");
  if (program.isAncestor(args.at, args.block)) return success();
  std::string loops = join(program.loopsAbove(args.block), [&](const LoopId loop) { return program.name(loop); });
  Explanation e = aboutBlock(kNotAround(program.name(args.at), block.name), args.block,
                             loops.empty() ? "" : say("its loops are {0}", loops));
  e.loops = {args.at};
  return e;
}

// The copy is moved before its layout is changed: in the operand's layout the region that one iteration needs is found
// best. If the new layout has gaps, its layout is changed first, so that the copy itself fills the gaps.
Result<Edit> run(const Snapshot& program, const Args& args, const StepValue& pad) {
  ComposedSteps steps(program, program.functionOf(args.block));
  const auto copy =
      steps.run(kCacheRead, {args.block, args.operand.index, args.storage.name, StepValue::List{args.block}});
  if (!copy) return copy.error();
  const Arguments layout{(*copy)[0], StepValue::List{"write", 0}, args.layout, pad, false},
      place{(*copy)[0], args.at, false, -1};
  const bool gaps = !pad.isNone();
  if (const auto first = steps.run(gaps ? kTransformLayout : kComputeAt, gaps ? layout : place); !first)
    return first.error();
  if (const auto then = steps.run(gaps ? kComputeAt : kTransformLayout, gaps ? place : layout); !then)
    return then.error();
  return steps.edit(*copy);
}

Result<Edit> check(const Snapshot& program, const Args& args) {
  if (Status ok = checkOwn(program, args); !ok) return ok.error();
  Result<Edit> plain = run(program, args, StepValue());
  return plain || !args.pad.map ? plain : run(program, args, *args.pad.map);
}

Edit rewrite(const Snapshot&, const Edit& edit) { return edit; }

// Micro-panels of `width` along one dimension: (i // width, the other indices, i % width).
IndexMap panels(size_t rank, size_t dimension, int64_t width) {
  IndexMap map;
  for (size_t i = 0; i < rank; ++i) map.initial.emplace_back("i" + std::to_string(i));
  const Expr along = map.initial[dimension], size = makeConst(along.dtype(), width);
  map.final.push_back(floordiv(along, size));
  for (size_t i = 0; i < rank; ++i)
    if (i != dimension) map.final.push_back(map.initial[i]);
  map.final.push_back(floormod(along, size));
  return map;
}

void addOffers(std::vector<Candidate>& offers, const Snapshot& program, BlockId id, size_t operand, LoopId at) {
  const Buffer& buffer = program.block(id).reads[operand].buffer;
  const auto rank = static_cast<size_t>(buffer.rank());
  for (size_t d = 0; rank >= 2 && d < rank; ++d)
    for (const int64_t width : {4, 8, 16}) {
      const auto extent = asInt(buffer->shape[d]);
      if (!extent || *extent <= width) continue;
      const bool divides = *extent % width == 0;
      offers.push_back({{id, static_cast<int64_t>(operand), panels(rank, d, width), at,
                         divides ? StepValue() : StepValue(0), "global"},
                        buffer->name + " under " + program.name(at) + ", panels of " + std::to_string(width) +
                            " along index " + std::to_string(d)});
    }
}

// Offers every operand of the block under every loop around it, or under the selected loop.
std::vector<Candidate> candidates(const Snapshot& program, const Selection& selection) {
  std::vector<Candidate> offers;
  if (selection.blocks.size() != 1) return offers;
  const BlockId id = selection.blocks.front();
  for (size_t i = 0; i < program.block(id).reads.size(); ++i)
    for (const LoopId loop : program.loopsAbove(id))
      if (selection.loops.empty() || selection.loops.front() == loop) addOffers(offers, program, id, i, loop);
  return offers;
}

}  // namespace

const Primitive kPack = define<Args, Edit>(
    {.name = "pack",
     .kind = "Pack",
     .group = Group::Memory,
     .summary = "Copy what one iteration of a loop reads of an operand into a small buffer of another layout.",
     .params = {param("block", &Args::block, "the block that reads the operand"),
                param("operand", &Args::operand, "position among what the block reads, or name of the buffer",
                      {.encoding = Encoding::Attr}),
                param("layout", &Args::layout,
                      "from the indices of the operand to those of the packed one: lambda k, n: (n // 16, k, n % 16)"),
                param("at", &Args::at, "one packed copy per iteration of this loop"),
                param("pad_value", &Args::pad, "value of the positions without an element; None: there are none",
                      {.defaultValue = StepValue(), .encoding = Encoding::Attr}),
                param("storage_scope", &Args::storage, "storage scope of the copy",
                      {.defaultValue = "global", .encoding = Encoding::Attr})},
     .returns = Returns::Block,
     .errors = {&kNoOperand, &kInputs, &kNotAround},
     .candidates = candidates,
     .check = check,
     .rewrite = rewrite,
     .traits = {.rank = 150, .inTvm = false}});

}  // namespace lw
