// Needs: flat buffers. Allocations side by side whose uses do not overlap in time share memory: then one Allocate
// remains, and the other's buffer is declared over its pointer. So two buffers may have one data pointer afterwards,
// never overlapping in lifetime; what may alias is decided by the pointer, not by the buffer. Same type and scope,
// constant sizes.
#pragma once

#include "passes/pass.h"

namespace lw {

PrimFunc storageRewrite(const PrimFunc& f);
extern const Pass kStorageRewritePass;

}  // namespace lw
