// Needs: flat buffers. Adjacent allocations of the same type and scope and of constant sizes share memory where their
// uses do not overlap in time: one Allocate remains, and the other buffer is declared over its pointer. Afterwards two
// buffers with disjoint lifetimes may have one data pointer; aliasing is decided by the pointer, not by the buffer.
#pragma once

#include "passes/pass.h"

namespace lw {

PrimFunc storageRewrite(const PrimFunc& f);
extern const Pass kStorageRewritePass;

}  // namespace lw
