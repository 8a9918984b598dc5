// unsafe_hide_buffer_access: remove buffers from the regions that a block declares, so that steps that rely on
// declarations ignore them. "Unsafe": such a step may then move the block past a write that it depends on.
#include <algorithm>

#include "core/schedule/all_primitives.h"
#include "core/schedule/support/block_checks.h"

namespace lw {
namespace {

struct Args {
  BlockId block;
  BufferAccess access;
  std::vector<int64_t> indices;
};
struct Plan {
  BlockId block;
  bool written;
  std::vector<BufferRegion> rest;
};

Result<Plan> check(const Snapshot& program, const Args& args) {
  const Block& block = program.block(args.block);
  for (const int64_t index : args.indices)
    if (Result<Buffer> found = accessedBuffer(program, args.block, args.access.written, index); !found)
      return found.error();
  Plan plan{args.block, args.access.written, {}};
  const std::vector<BufferRegion>& regions = plan.written ? block.writes : block.reads;
  for (size_t i = 0; i < regions.size(); ++i)
    if (std::find(args.indices.begin(), args.indices.end(), static_cast<int64_t>(i)) == args.indices.end())
      plan.rest.push_back(regions[i]);
  return plan;
}

Edit rewrite(const Snapshot& program, const Plan& plan) {
  Block block = program.block(plan.block);
  (plan.written ? block.writes : block.reads) = plan.rest;
  const int function = program.functionOf(plan.block);
  return Edit{.function = function,
              .changed = replaceStmt(program.function(function), program.stmt(plan.block), block)};
}

std::vector<Candidate> candidates(const Snapshot& program, const Selection& selection) {
  std::vector<Candidate> offers;
  if (selection.blocks.size() != 1) return offers;
  const BlockId block = selection.blocks.front();
  const std::vector<BufferRegion>& reads = program.block(block).reads;
  for (size_t i = 0; i < reads.size(); ++i)
    offers.push_back(
        {{block, "read", StepValue::List{static_cast<int64_t>(i)}}, "that it reads " + reads[i].buffer->name});
  return offers;
}

}  // namespace

const Primitive kUnsafeHideBufferAccess = define<Args, Plan>(
    {.name = "unsafe_hide_buffer_access",
     .kind = "UnsafeHideBufferAccess",
     .group = Group::Memory,
     .summary = "Take buffers out of the regions that a block declares; later steps do not see the access.",
     .params = {param("block", &Args::block, "the block"),
                param("buf_type", &Args::access, "among what it reads or writes"),
                param("buf_index_array", &Args::indices, "positions of the buffers")},
     .errors = {&kNoSuchSlot},
     .candidates = candidates,
     .check = check,
     .rewrite = rewrite});

}  // namespace lw
