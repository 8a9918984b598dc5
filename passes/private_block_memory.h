// Needs: a scheduled function. Moves a buffer that the function allocates in global memory to shared memory where
// several blocks of threads of a kernel access the same elements, but each block reads only what it wrote itself.
// Afterwards no two blocks of threads access one element of such a buffer, as far as this could be decided.
#pragma once

#include "passes/pass.h"

namespace lw {

PrimFunc privateBlockMemory(const PrimFunc& f);
extern const Pass kPrivateBlockMemoryPass;

// Refuses a buffer in global memory through which blocks of threads of one kernel exchange values: blocks run in any
// order.
Status checkBlockExchange(const PrimFunc& before);

}  // namespace lw
