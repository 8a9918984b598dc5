// Shared by read_at and write_at: in each iteration of a loop, one block copies the tile of a buffer that the
// statements in the loop read or write. The copy has the annotation auto_copy, and lowering divides it among threads.
#pragma once

#include "core/schedule/define.h"
#include "core/schedule/edit.h"
#include "core/schedule/snapshot.h"

namespace lw {

struct TileCopy {
  LoopId loop;
  BlockId block;  // the buffer is at a position of this block's reads or writes
  int64_t index = 0;
  std::string storage;
  bool read = true;
};

struct TileCopied {
  int function = 0;
  PrimFunc changed;
  BlockId copy;
  bool conservative = false;
};

// Checks everything; the returned program computes the same results.
Result<TileCopied> copyTile(const Snapshot& program, const TileCopy& request);
// Offers the buffers that the blocks below the loop read or write.
std::vector<Candidate> tileCandidates(const Snapshot& program, const Selection& selection, bool read);

std::vector<const ErrorKind*> tileCopyErrors();

}  // namespace lw
