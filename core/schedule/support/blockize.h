// Makes one block of the nest below a loop, or of neighbouring blocks: axis = outer axis * extent + inner axis, where
// the inner axes run over the loops inside. Shared by blockize and tensorize.
#pragma once

#include "core/schedule/edit.h"
#include "core/schedule/snapshot.h"

namespace lw {

struct Blockized {
  int function = 0;
  PrimFunc changed;
  BlockId outer;
};

// Checks everything; the returned program computes the same results.
Result<Blockized> blockizeLoop(const Snapshot& program, LoopId loop, bool preserveUnitIters);
// For blocks of one scope whose nests follow one another directly.
Result<Blockized> blockizeBlocks(const Snapshot& program, const std::vector<BlockId>& blocks, bool preserveUnitIters);

std::vector<const ErrorKind*> blockizeErrors();

}  // namespace lw
