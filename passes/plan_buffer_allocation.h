// Needs: no init. Every buffer that a block allocates is allocated at the innermost place that has all its uses and
// where no iteration of a loop reads what another one wrote: in a block without name around the loop's body. What
// cannot be decided stays where it was, which is always right.
#pragma once

#include "passes/pass.h"

namespace lw {

PrimFunc planBufferAllocation(const PrimFunc& f);
extern const Pass kPlanBufferAllocationPass;

// For GPUs, where scopes decide: shared and local buffers go inside a kernel, and global ones that one thread alone
// uses become local. A global buffer that several threads use stays outside of the kernels.
PrimFunc planGpuBufferAllocation(const PrimFunc& f);
extern const Pass kPlanGpuBufferAllocationPass;

}  // namespace lw
