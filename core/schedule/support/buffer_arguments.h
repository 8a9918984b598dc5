// Arguments that speak of the buffers of a block: names become positions, numbers become maps. Traces hold the full
// form.
#pragma once

#include "core/schedule/primitive.h"

namespace lw {

Status completeBufferArguments(const Snapshot& program, const Primitive& primitive, BlockId block, Arguments& args);

// The buffer at that position; nullptr: there is none.
const Buffer* bufferAt(const Block& block, bool written, int64_t index);

}  // namespace lw
