// Needs: no blocks. Guarantees: every buffer that is accessed has one dimension, no strides and no offset: row-major,
// in elements. A parameter keeps its shape in the signature and gets a flat name for its data at the start of the body.
// bool stays bool, one byte per element.
#pragma once

#include "passes/pass.h"

namespace lw {

PrimFunc flattenBuffer(const PrimFunc& f);
extern const Pass kFlattenBufferPass;

}  // namespace lw
