// Needs: opaque blocks. Shrinks a buffer that a block allocates to the elements that the block accesses each time it
// runs, and adjusts the indices of the accesses. A dimension keeps its extent where the size of its accessed range is
// not constant. Applies the strides that storage_align requests (annotation buffer_dim_align) and removes the
// annotation.
#pragma once

#include "passes/pass.h"

namespace lw {

PrimFunc compactBufferAllocation(const PrimFunc& f);
extern const Pass kCompactBufferAllocationPass;

}  // namespace lw
