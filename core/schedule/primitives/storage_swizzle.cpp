// storage_swizzle: let lowering exchange pieces of 16 bytes within the lines of a buffer in shared memory
// (core/ir/swizzle.h). The request is an annotation of the writing block; indices and values do not change.
#include "core/ir/ops.h"
#include "core/ir/swizzle.h"
#include "core/schedule/all_primitives.h"
#include "core/schedule/support/block_checks.h"

namespace lw {
namespace {

constexpr Error<int64_t> kBytes{"storage_swizzle.bytes", "there is no swizzled layout of {0} bytes"};
constexpr Error<Ident, Ident> kScope{"storage_swizzle.scope",
                                     "buffer {0} is in the scope {1}; only shared memory has banks"};
constexpr Error<Ident, TypeName> kType{"storage_swizzle.type",
                                       "elements of {0} do not fill pieces of 16 bytes: they are {1}"};

struct Args {
  BlockId block;
  WriteIndex index;
  int64_t bytes = 0;
};
struct Plan {
  BlockId block;
  AnnotationValue::List entries;
};

using Entry = AnnotationValue::List;  // buffer, bytes

// A second request for the same buffer replaces the first.
AnnotationValue::List withEntry(const Block& block, int64_t index, int64_t bytes) {
  AnnotationValue::List entries;
  const auto found = block.annotations.find(std::string(kSwizzleNote));
  if (found != block.annotations.end())
    if (const auto* list = std::get_if<AnnotationValue::List>(&found->second.value)) entries = *list;
  std::erase_if(entries, [&](const AnnotationValue& old) {
    const auto* entry = std::get_if<Entry>(&old.value);
    const auto* number = entry && !entry->empty() ? std::get_if<int64_t>(&entry->front().value) : nullptr;
    return number && *number == index;
  });
  entries.push_back(Entry{index, bytes});
  return entries;
}

// Of the innermost dimension; nullopt: not constant.
std::optional<int64_t> rowBytes(const Buffer& b) {
  const auto extent = b.rank() > 0 ? asInt(b->shape.back()) : std::nullopt;
  return extent ? std::optional(*extent * b->dtype.bytes()) : std::nullopt;
}

Result<Plan> check(const Snapshot& program, const Args& args) {
  const Result<Buffer> buffer = accessedBuffer(program, args.block, true, args.index.index);
  if (!buffer) return buffer.error();
  const Buffer& b = *buffer;
  if (!isSwizzle(args.bytes)) return aboutBlock(kBytes(args.bytes), args.block, "choose 32, 64 or 128 bytes");
  if (Status ok = requireAllocated(program, args.block, b, "its layout"); !ok) return ok.error();
  if (b->scope != "shared" && b->scope != "shared.dyn")
    return aboutBlock(kScope(b->name, b->scope), args.block, "set_scope moves it to shared memory");
  if (!canBeSwizzled(b->dtype))
    return aboutBlock(kType(b->name, toString(b->dtype)), args.block,
                      "choose a buffer whose elements have 1, 2, 4 or 8 bytes");
  return Plan{args.block, withEntry(program.block(args.block), args.index.index, args.bytes)};
}

Edit rewrite(const Snapshot& program, const Plan& plan) {
  Block block = program.block(plan.block);
  block.annotations.insert_or_assign(std::string(kSwizzleNote), plan.entries);
  const int function = program.functionOf(plan.block);
  return Edit{.function = function,
              .changed = replaceStmt(program.function(function), program.stmt(plan.block), block)};
}

std::vector<Candidate> candidates(const Snapshot& program, const Selection& selection) {
  std::vector<Candidate> offers;
  if (selection.blocks.size() != 1) return offers;
  const BlockId block = selection.blocks.front();
  const std::vector<BufferRegion>& writes = program.block(block).writes;
  for (size_t i = 0; i < writes.size(); ++i) {
    const Buffer& b = writes[i].buffer;
    if (b.rank() < 2 || !b->scope.starts_with("shared") || !isAllocated(program.function(program.functionOf(block)), b))
      continue;
    for (const int64_t bytes : {128, 64, 32})
      if (rowBytes(b).value_or(0) % bytes == 0)
        offers.push_back({{block, static_cast<int64_t>(i), bytes},
                          "swizzle " + b->name + " for rows of " + std::to_string(bytes) + " bytes"});
  }
  return offers;
}

}  // namespace

const Primitive kStorageSwizzle = define<Args, Plan>(
    {.name = "storage_swizzle",
     .kind = "StorageSwizzle",
     .group = Group::Memory,
     .summary = "Swizzle a buffer in shared memory, so that rows below each other are in different banks.",
     .params = {param("block", &Args::block, "a block that writes the buffer"),
                param("buffer_index", &Args::index, "position among what the block writes, or name of the buffer",
                      {.encoding = Encoding::Attr}),
                param("bytes", &Args::bytes, "of the part of a row that a thread block keeps: 32, 64 or 128",
                      {.encoding = Encoding::Attr})},
     .errors = {&kNoSuchSlot, &kBytes, &kScope, &kType, &kNotAllocated},
     .candidates = candidates,
     .check = check,
     .rewrite = rewrite,
     .traits = {.inTvm = false}});

}  // namespace lw
