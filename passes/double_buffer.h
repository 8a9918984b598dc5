// Needs: opaque blocks, buffers of their final sizes, loops over threads as the schedule has them. A block with the
// note double_buffer_scope (TVM's name) copies a tile to shared memory in a serial loop. The loop then gets two tiles:
// while one is used, the next one is fetched.
//
//     for k: copy(k); use(k)     becomes     copy(0); for k: {if k + 1 < n: copy(k + 1) to the other tile}; use(k)
//
// Copies stand under the attribute async_scope (core/ir/async_copies.h). (Software pipelining of depth two; the memory
// is that of two tiles.)
#pragma once

#include "passes/pass.h"

namespace lw {

PrimFunc doubleBuffer(const PrimFunc& f);
extern const Pass kDoubleBufferPass;

// A block with the note that does not stand in such a loop.
Status checkDoubleBuffer(const PrimFunc& before);

}  // namespace lw
