// Needs: opaque blocks. A buffer that a block allocates gets the size of what is touched of it while the block runs,
// and accesses are moved accordingly; dimensions whose touched part is not of constant size stay whole. Strides that
// storage_align asks for (buffer_dim_align) are put in, and that annotation is gone.
#pragma once

#include "passes/pass.h"

namespace lw {

PrimFunc compactBufferAllocation(const PrimFunc& f);
extern const Pass kCompactBufferAllocationPass;

}  // namespace lw
