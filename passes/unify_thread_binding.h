// Needs: blocks without iters. Guarantees: every kernel is one nest of loops bound to blockIdx and threadIdx, each axis
// once, around a body without such loops; loops bound to vthread stay. Where a statement outside of some axis writes
// memory that several threads share, only the first thread of that axis executes the write. From here on the threads of
// a block run concurrently: a kernel needs the barriers that thread_sync inserts, and only backends/emulator executes
// it correctly, not the interpreter.
#pragma once

#include "passes/pass.h"

namespace lw {

PrimFunc unifyThreadBinding(const PrimFunc& f);
extern const Pass kUnifyThreadBindingPass;

// Refuses loops of one kernel that are bound to one axis but differ in extent, shared and local buffers that several
// kernels use, and blocks outside of kernels. Takes the scheduled function.
Status checkThreadBinding(const PrimFunc& scheduled);

}  // namespace lw
