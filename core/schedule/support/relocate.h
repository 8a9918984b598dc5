// Moving a block under a loop that holds its consumers (compute_at) or its producers (reverse_compute_at): the place
// among the loop's statements, the part of the block's iterations that belongs there, and the new nest.
#pragma once

#include "core/analysis/value_flow.h"
#include "core/schedule/edit.h"
#include "core/schedule/snapshot.h"

namespace lw {

struct Move {
  BlockId block;
  LoopId loop;
  bool preserveUnitLoops = false;
  int64_t index = -1;  // among the statements of the loop; -1: as late as possible, -2: as early as possible
  bool reverse = false;
};

struct Moved {
  int function = 0;
  PrimFunc changed;
  std::vector<LoopId> oldLoops, newLoops;
  bool conservative = false;  // accepted by the signatures of the blocks
};

// Everything is checked here; what is returned keeps all results.
Result<Moved> moveUnder(const Snapshot& program, const Move& move);
// Loops that moveUnder accepts: those for which that is quickly told. Others may be named, and are then decided
// exactly.
std::vector<LoopId> targetsOf(const Snapshot& program, BlockId block, bool reverse);

std::vector<const ErrorKind*> relocationErrors();

}  // namespace lw
