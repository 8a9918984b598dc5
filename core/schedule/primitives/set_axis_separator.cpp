// set_axis_separator: set the dimensions of a buffer at which a new memory axis begins, for targets whose memory has
// more than one dimension. A transform_layout with IndexMap.AXIS_SEPARATOR in its map is recorded as two steps:
// transform_layout and this one.
#include "core/ir/visit.h"
#include "core/schedule/all_primitives.h"
#include "core/schedule/support/block_checks.h"

namespace lw {
namespace {

constexpr Error<Snippet, int64_t, Ident> kPositions{"set_axis_separator.positions",
                                                    "{0} are not positions between the {1} dimensions of buffer {2}"};

struct Args {
  BlockId block;
  BufferSlot slot;
  std::vector<int64_t> separators;
};
struct Plan {
  int function;
  Buffer from, to;
};

Result<Plan> check(const Snapshot& program, const Args& args) {
  Result<Buffer> buffer = accessedBuffer(program, args.block, args.slot.written, args.slot.index);
  if (!buffer) return buffer.error();
  BufferNode node = **buffer;
  node.axisSeparators.clear();
  for (const int64_t at : args.separators) {
    const bool fine =
        at >= 0 && at <= buffer->rank() && (node.axisSeparators.empty() || at > node.axisSeparators.back());
    if (!fine)
      return aboutBlock(kPositions(toText(StepValue(StepValue::List(args.separators.begin(), args.separators.end()))),
                                   buffer->rank(), node.name),
                        args.block, "give ascending numbers from 0 to the number of dimensions");
    node.axisSeparators.push_back(static_cast<int>(at));
  }
  return Plan{program.functionOf(args.block), *buffer, Buffer(std::move(node))};
}

Edit rewrite(const Snapshot& program, const Plan& plan) {
  PrimFunc changed = program.function(plan.function);
  for (auto& [param, buffer] : changed.buffers)
    if (buffer == plan.from) buffer = plan.to;
  changed.body = substituteBuffers(changed.body, {{plan.from.key(), plan.to}});
  return Edit{.function = plan.function, .changed = std::move(changed)};
}

}  // namespace

const Primitive kSetAxisSeparator = define<Args, Plan>(
    {.name = "set_axis_separator",
     .kind = "SetAxisSeparator",
     .group = Group::Memory,
     .summary = "Divide the dimensions of a buffer into groups that are flattened separately.",
     .params = {param("block", &Args::block, "a block that reads or writes the buffer"),
                param("buffer", &Args::slot, "(\"read\", 0) or (\"write\", 0), or the name of the buffer",
                      {.encoding = Encoding::Attr}),
                param("axis_separators", &Args::separators, "dimensions that begin a new group",
                      {.encoding = Encoding::Attr})},
     .errors = {&kNoSuchSlot, &kPositions},
     .check = check,
     .rewrite = rewrite});

}  // namespace lw
