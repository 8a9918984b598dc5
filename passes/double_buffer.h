// Needs: opaque blocks, buffers of their final sizes, loops over threads as the schedule has them. Handles blocks with
// the annotation double_buffer_scope (TVM's name) that copy a tile to shared memory in a serial loop. The pass
// allocates a second tile for the loop: while iteration k uses one tile, the tile of iteration k + 1 is copied.
//
//     for k: copy(k); use(k)     becomes     copy(0); for k: {if k + 1 < n: copy(k + 1) to the other tile}; use(k)
//
// The copies are inside the attribute async_scope (core/ir/async_copies.h). This is software pipelining of depth two,
// with the memory of two tiles.
#pragma once

#include "passes/pass.h"

namespace lw {

PrimFunc doubleBuffer(const PrimFunc& f);
extern const Pass kDoubleBufferPass;

// Refuses a block with the annotation that is not in such a loop.
Status checkDoubleBuffer(const PrimFunc& before);

}  // namespace lw
