// What read_at and write_at share: per iteration of a loop one block copies the tile of a buffer that the statements in
// the loop read or write. The copy carries the annotation auto_copy, by which lowering divides it among threads.
#pragma once

#include "core/schedule/define.h"
#include "core/schedule/edit.h"
#include "core/schedule/snapshot.h"

namespace lw {

struct TileCopy {
  LoopId loop;
  BlockId block;  // names the buffer by the position among its reads or writes
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

// Everything is checked here; what is returned keeps all results.
Result<TileCopied> copyTile(const Snapshot& program, const TileCopy& wish);
// Of the reads or writes of the blocks below the loop.
std::vector<Candidate> tileCandidates(const Snapshot& program, const Selection& selection, bool read);

std::vector<const ErrorKind*> tileCopyErrors();

}  // namespace lw
