// write_at: in each iteration of a loop, let its statements write a tile of their own, and copy the tile out at the
// end.
#include "core/schedule/all_primitives.h"
#include "core/schedule/support/tile_copy.h"

namespace lw {
namespace {

struct Args {
  LoopId loop;
  BlockId block;
  WriteIndex index;
  Scope storage;
};

Result<TileCopied> check(const Snapshot& program, const Args& args) {
  return copyTile(program, {args.loop, args.block, args.index.index, args.storage.name, false});
}

Edit rewrite(const Snapshot&, const TileCopied& made) {
  return Edit{.function = made.function, .changed = made.changed, .outputs = {made.copy}, .fate = {}};
}

std::vector<Candidate> candidates(const Snapshot& program, const Selection& selection) {
  return tileCandidates(program, selection, false);
}

}  // namespace

const Primitive kWriteAt = define<Args, TileCopied>(
    {.name = "write_at",
     .kind = "WriteAt",
     .group = Group::Memory,
     .summary = "Collect the tile that an iteration of a loop writes, and copy it out once.",
     .params = {param("loop", &Args::loop, "one tile per iteration"),
                param("block", &Args::block, "a block under the loop that writes the buffer"),
                param("write_buffer_index", &Args::index,
                      "the buffer, by its position among the block's writes or by its name",
                      {.encoding = Encoding::Attr}),
                param("storage_scope", &Args::storage, "storage scope of the tile", {.encoding = Encoding::Attr})},
     .returns = Returns::Block,
     .errors = tileCopyErrors(),
     .candidates = candidates,
     .check = check,
     .rewrite = rewrite,
     .threads = ThreadCheck::WhereAtOnce});

}  // namespace lw
