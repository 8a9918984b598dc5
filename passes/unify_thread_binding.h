// Needs: blocks without iters. Guarantees: every kernel is one nest of loops bound to blockIdx and threadIdx, each axis
// once, around a body without such loops; loops bound to vthread stay. What is written to memory of several threads by
// statements outside of some axis is written by the first thread of that axis only. From here on threads run together:
// a kernel computes the same only with the barriers that thread_sync puts in, and on backends/emulator, not on the
// interpreter.
#pragma once

#include "passes/pass.h"

namespace lw {

PrimFunc unifyThreadBinding(const PrimFunc& f);
extern const Pass kUnifyThreadBindingPass;

// Loops of one kernel that are bound to one axis must have one extent; shared and local buffers must belong to one
// kernel; every block must be in a kernel. To be asked of the scheduled function.
Status checkThreadBinding(const PrimFunc& scheduled);

}  // namespace lw
