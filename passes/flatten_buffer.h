// Needs: no blocks. Guarantees: every accessed buffer has one dimension, no strides and no offset; the index is the
// row-major offset in elements, or the place that the layout of a swizzled buffer has for it (core/ir/swizzle.h); the
// elements that the value of `warp_matrix` names are row-major always. A parameter keeps its shape in the signature;
// the start of the body declares a flat buffer for its data. bool stays bool, one byte per element.
#pragma once

#include "passes/pass.h"

namespace lw {

PrimFunc flattenBuffer(const PrimFunc& f);
extern const Pass kFlattenBufferPass;

}  // namespace lw
