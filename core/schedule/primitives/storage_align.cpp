// storage_align: let lowering pad the rows of an intermediate, so that the stride of an axis, in elements, has the
// remainder `offset` when divided by `factor`. The request is an annotation of the writing block; values do not change.
#include "core/schedule/all_primitives.h"
#include "core/schedule/support/block_checks.h"

namespace lw {
namespace {

constexpr Error<int64_t> kFactor{"storage_align.factor",
                                 "the stride cannot be aligned to {0}: the factor has to be positive"};
constexpr Error<Ident, int64_t, int64_t> kAxis{"storage_align.axis",
                                               "buffer {0} has no dimension {1}; it has {2} dimensions"};
constexpr const char* kKey = "buffer_dim_align";

struct Args {
  BlockId block;
  WriteIndex index;
  int64_t axis = 0, factor = 0, offset = 0;
};
struct Plan {
  BlockId block;
  AnnotationValue::List entries;
};

using Entry = AnnotationValue::List;  // buffer, axis, factor, offset

std::optional<int64_t> numberAt(const AnnotationValue& entry, size_t i) {
  const auto* list = std::get_if<Entry>(&entry.value);
  const auto* n = list && i < list->size() ? std::get_if<int64_t>(&(*list)[i].value) : nullptr;
  return n ? std::optional(*n) : std::nullopt;
}

// A second request for the same axis replaces the first.
AnnotationValue::List withEntry(const Block& block, const Entry& entry) {
  AnnotationValue::List entries;
  const auto found = block.annotations.find(kKey);
  if (found != block.annotations.end())
    if (const auto* list = std::get_if<AnnotationValue::List>(&found->second.value)) entries = *list;
  for (AnnotationValue& old : entries)
    if (numberAt(old, 0) == numberAt(entry, 0) && numberAt(old, 1) == numberAt(entry, 1)) {
      old = entry;
      return entries;
    }
  entries.push_back(entry);
  return entries;
}

Result<Plan> check(const Snapshot& program, const Args& args) {
  Result<Buffer> buffer = accessedBuffer(program, args.block, true, args.index.index);
  if (!buffer) return buffer.error();
  if (args.factor <= 0)
    return aboutBlock(kFactor(args.factor), args.block, "for example 32, with offset 1, against bank conflicts");
  const int64_t rank = buffer->rank();
  if (args.axis < -rank || args.axis >= rank)
    return aboutBlock(kAxis((*buffer)->name, args.axis, rank), args.block,
                      "count dimensions from 0, or from -1 at the innermost one");
  if (Status ok = requireAllocated(program, args.block, *buffer, "its layout"); !ok) return ok.error();
  const int64_t axis = args.axis < 0 ? args.axis + rank : args.axis;
  return Plan{args.block, withEntry(program.block(args.block), {args.index.index, axis, args.factor, args.offset})};
}

Edit rewrite(const Snapshot& program, const Plan& plan) {
  Block block = program.block(plan.block);
  block.annotations.insert_or_assign(kKey, plan.entries);
  const int function = program.functionOf(plan.block);
  return Edit{.function = function,
              .changed = replaceStmt(program.function(function), program.stmt(plan.block), block)};
}

// Offers rows padded from 32 to 33 words, so that neighbouring rows begin in different banks.
std::vector<Candidate> candidates(const Snapshot& program, const Selection& selection) {
  std::vector<Candidate> offers;
  if (selection.blocks.size() != 1) return offers;
  const BlockId block = selection.blocks.front();
  const std::vector<BufferRegion>& writes = program.block(block).writes;
  for (size_t i = 0; i < writes.size(); ++i) {
    const Buffer& b = writes[i].buffer;
    if (b.rank() < 2 || !isAllocated(program.function(program.functionOf(block)), b)) continue;
    offers.push_back(
        {{block, static_cast<int64_t>(i), int64_t{b.rank() - 2}, 32, 1}, "pad the rows of " + b->name + " by one"});
  }
  return offers;
}

}  // namespace

const Primitive kStorageAlign = define<Args, Plan>(
    {.name = "storage_align",
     .kind = "StorageAlign",
     .group = Group::Memory,
     .summary = "Pad the rows of an intermediate buffer so that their stride is aligned.",
     .params = {param("block", &Args::block, "a block that writes the buffer"),
                param("buffer_index", &Args::index, "position among what the block writes, or name of the buffer",
                      {.encoding = Encoding::Attr}),
                param("axis", &Args::axis,
                      "the dimension whose stride is aligned; negative: counted from the innermost",
                      {.encoding = Encoding::Attr}),
                param("factor", &Args::factor, "the stride, in elements, becomes a multiple of it ...",
                      {.encoding = Encoding::Attr}),
                param("offset", &Args::offset, "... plus this", {.encoding = Encoding::Attr})},
     .errors = {&kNoSuchSlot, &kFactor, &kAxis, &kNotAllocated},
     .candidates = candidates,
     .check = check,
     .rewrite = rewrite});

}  // namespace lw
