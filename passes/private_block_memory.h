// Every block of threads has its own of what only it uses. Needs: a scheduled function. Afterwards no two blocks of
// threads of a kernel touch one element of a buffer that the function allocates in global memory, as far as that could
// be decided: where they did, and each block reads only what it wrote itself, the buffer is in shared memory.
#pragma once

#include "passes/pass.h"

namespace lw {

PrimFunc privateBlockMemory(const PrimFunc& f);
extern const Pass kPrivateBlockMemoryPass;

// A buffer in global memory by which blocks of threads of one kernel exchange values: they run in any order.
Status checkBlockExchange(const PrimFunc& before);

}  // namespace lw
