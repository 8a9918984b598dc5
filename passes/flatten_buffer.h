// Needs: no blocks. Guarantees: every accessed buffer has one dimension, no strides and no offset; the index is the
// row-major offset in elements. A parameter keeps its shape in the signature; the start of the body declares a flat
// buffer for its data. bool stays bool, one byte per element.
#pragma once

#include "passes/pass.h"

namespace lw {

PrimFunc flattenBuffer(const PrimFunc& f);
extern const Pass kFlattenBufferPass;

}  // namespace lw
