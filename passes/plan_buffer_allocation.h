// Needs: no init. Moves the allocation of every buffer of a block to the innermost loop body that contains all its uses
// and in which no iteration reads what another one wrote; an unnamed block around that body then allocates it. Where
// this cannot be decided, the allocation does not move, which is always correct.
#pragma once

#include "passes/pass.h"

namespace lw {

PrimFunc planBufferAllocation(const PrimFunc& f);
extern const Pass kPlanBufferAllocationPass;

// For GPUs, where the scope decides: shared and local buffers move inside a kernel, and a global buffer that a single
// thread uses becomes local. A global buffer that several threads use stays outside of the kernels.
PrimFunc planGpuBufferAllocation(const PrimFunc& f);
extern const Pass kPlanGpuBufferAllocationPass;

}  // namespace lw
