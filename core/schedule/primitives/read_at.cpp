// read_at: in each iteration of a loop, copy the tile of a buffer that its statements read, and let them read the copy.
#include "core/schedule/all_primitives.h"
#include "core/schedule/support/tile_copy.h"

namespace lw {
namespace {

struct Args {
  LoopId loop;
  BlockId block;
  ReadIndex index;
  Scope storage;
};

Result<TileCopied> check(const Snapshot& program, const Args& args) {
  return copyTile(program, {args.loop, args.block, args.index.index, args.storage.name, true});
}

Edit rewrite(const Snapshot&, const TileCopied& made) {
  return Edit{.function = made.function, .changed = made.changed, .outputs = {made.copy}, .fate = {}};
}

std::vector<Candidate> candidates(const Snapshot& program, const Selection& selection) {
  return tileCandidates(program, selection, true);
}

}  // namespace

const Primitive kReadAt = define<Args, TileCopied>(
    {.name = "read_at",
     .kind = "ReadAt",
     .group = Group::Memory,
     .summary = "Copy the tile that an iteration of a loop reads, once, before it is used.",
     .params = {param("loop", &Args::loop, "one tile per iteration"),
                param("block", &Args::block, "a block under the loop that reads the buffer"),
                param("read_buffer_index", &Args::index,
                      "the buffer, by its position among the block's reads or by its name",
                      {.encoding = Encoding::Attr}),
                param("storage_scope", &Args::storage, "storage scope of the tile", {.encoding = Encoding::Attr})},
     .returns = Returns::Block,
     .errors = tileCopyErrors(),
     .candidates = candidates,
     .check = check,
     .rewrite = rewrite});

}  // namespace lw
