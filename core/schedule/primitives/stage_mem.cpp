// stage_mem: keep the part of a buffer that a block uses in one iteration of a loop in a small buffer of its own:
// copied in before the block, or out after it (Exo's stage_mem). Combines cache_read and compute_at, or cache_write and
// reverse_compute_at, in one step.
#include <algorithm>

#include "core/schedule/all_primitives.h"
#include "core/schedule/define.h"
#include "core/schedule/support/compose.h"
#include "core/support/text.h"

namespace lw {
namespace {

constexpr Error<Ident, Snippet> kNotUsed{"stage_mem.not-used", "block {0} neither reads nor writes a buffer {1}"};

struct Args {
  BlockId block;
  std::string buffer;
  LoopId loop;
  Scope storage;
};

std::optional<int64_t> placeOf(const std::vector<BufferRegion>& regions, const std::string& buffer) {
  const auto at =
      std::find_if(regions.begin(), regions.end(), [&](const BufferRegion& r) { return r.buffer->name == buffer; });
  if (at == regions.end()) return std::nullopt;
  return at - regions.begin();
}

Result<Edit> check(const Snapshot& program, const Args& args) {
  const Block& block = program.block(args.block);
  const std::optional<int64_t> read = placeOf(block.reads, args.buffer), write = placeOf(block.writes, args.buffer);
  if (!read && !write) {
    std::string names;
    for (const auto* regions : {&block.reads, &block.writes})
      for (const BufferRegion& r : *regions) addItem(names, r.buffer->name);
    Explanation e =
        explain(kNotUsed(block.name, quoted(args.buffer)), names.empty() ? "" : say("it uses {0}", Ident(names)));
    e.blocks = {args.block};
    return e;
  }
  ComposedSteps steps(program, program.functionOf(args.block));
  const auto copy = write ? steps.run(kCacheWrite, {args.block, *write, args.storage.name, StepValue::List{}})
                          : steps.run(kCacheRead, {args.block, *read, args.storage.name, StepValue::List{}});
  if (!copy) return copy.error();
  const auto moved = steps.run(write ? kReverseComputeAt : kComputeAt, {(*copy)[0], args.loop, false, -1});
  if (!moved) return moved.error();
  return steps.edit(*copy);
}

Edit rewrite(const Snapshot&, const Edit& edit) { return edit; }

// Offers every buffer of the block under every loop around it.
std::vector<Candidate> candidates(const Snapshot& program, const Selection& selection) {
  std::vector<Candidate> offers;
  if (selection.blocks.size() != 1) return offers;
  const BlockId id = selection.blocks.front();
  std::vector<std::string> names;
  for (const auto* regions : {&program.block(id).reads, &program.block(id).writes})
    for (const BufferRegion& r : *regions)
      if (std::find(names.begin(), names.end(), r.buffer->name) == names.end()) names.push_back(r.buffer->name);
  for (const std::string& name : names)
    for (const LoopId loop : program.loopsAbove(id))
      if (selection.loops.empty() || selection.loops.front() == loop)
        offers.push_back({{id, name, loop, "global"}, name + " under " + program.name(loop)});
  return offers;
}

}  // namespace

const Primitive kStageMem =
    define<Args, Edit>({.name = "stage_mem",
                        .kind = "StageMem",
                        .group = Group::Memory,
                        .summary = "Work on a small copy of what one iteration of a loop uses of a buffer.",
                        .params = {param("block", &Args::block, "the block that uses the buffer"),
                                   param("buffer", &Args::buffer, "name of the buffer", {.encoding = Encoding::Attr}),
                                   param("loop", &Args::loop, "one copy per iteration of this loop"),
                                   param("storage_scope", &Args::storage, "storage scope of the copy",
                                         {.defaultValue = "global", .encoding = Encoding::Attr})},
                        .returns = Returns::Block,
                        .errors = {&kNotUsed},
                        .candidates = candidates,
                        .check = check,
                        .rewrite = rewrite,
                        .traits = {.rank = 190, .inTvm = false}});

}  // namespace lw
