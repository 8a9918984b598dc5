// Needs: blocks may have match_buffers. Guarantees: no block has match_buffers; accesses use the source buffer, and the
// symbols that the match bound (shape, strides, offset) are replaced by their values.
#pragma once

#include "passes/pass.h"

namespace lw {

PrimFunc lowerMatchBuffer(const PrimFunc& f);
extern const Pass kLowerMatchBufferPass;

}  // namespace lw
