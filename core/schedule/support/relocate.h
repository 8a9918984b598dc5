// Moves a block under a loop that contains its consumers (compute_at) or its producers (reverse_compute_at): finds its
// place among the loop's statements, the part of its iterations that one iteration of the loop needs, and the new nest.
#pragma once

#include "core/analysis/values/value_flow.h"
#include "core/schedule/edit.h"
#include "core/schedule/snapshot.h"

namespace lw {

struct Move {
  BlockId block;
  LoopId loop;
  bool preserveUnitLoops = false;
  int64_t index = -1;  // position among the statements of the loop; -1: as late as possible, -2: as early as possible
  bool reverse = false;
};

struct Moved {
  int function = 0;
  PrimFunc changed;
  std::vector<LoopId> oldLoops, newLoops;
  bool conservative = false;  // accepted by the signatures of the blocks
};

// Whether both lists have a region of the same buffer.
bool touches(const std::vector<BufferRegion>& a, const std::vector<BufferRegion>& b);

// Checks everything; the returned program computes the same results.
Result<Moved> moveUnder(const Snapshot& program, const Move& move);
// Whether moveUnder accepts it. Looks for no other place, which would ask this of further moves.
bool isMoved(const Snapshot& program, const Move& move);
// Whether moveUnder accepts it, as far as this can be decided with this limit of operations of ISL per question.
bool isQuicklyMoved(const Snapshot& program, const Move& move, unsigned long operations);
// What to do instead of a move that is refused: a loop further outside, or a block that can move the other way. Each is
// accepted. Empty: nothing was found quickly.
Message otherPlace(const Snapshot& program, const Move& move);
// Loops that moveUnder accepts, among those for which this can be decided quickly. A step may also name another loop,
// which is then checked exactly.
std::vector<LoopId> targetsOf(const Snapshot& program, BlockId block, bool reverse);

std::vector<const ErrorKind*> relocationErrors();

}  // namespace lw
