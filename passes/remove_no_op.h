// Drops statements without effect: empty loops and branches, lets and declared buffers that nobody uses, allocations
// around nothing, values computed for nothing.
#pragma once

#include "passes/pass.h"

namespace lw {

PrimFunc removeNoOp(const PrimFunc& f);
extern const Pass kRemoveNoOpPass;

}  // namespace lw
