// Completes arguments that refer to the buffers of a block: names become positions, numbers become maps. Traces contain
// the complete form.
#pragma once

#include "core/schedule/primitive.h"

namespace lw {

Status completeBufferArguments(const Snapshot& program, const Primitive& primitive, BlockId block, Arguments& args);

// The position of a buffer in the reads or writes of the block, from its name; or ("read", 0) or ("write", 0).
Result<StepValue> readNamed(const Block& block, const std::string& buffer);
Result<StepValue> writeNamed(const Block& block, const std::string& buffer);
Result<StepValue> slotNamed(const Block& block, const std::string& buffer);
// Turns a number into the map that gives it for all indices, and single indices into ranges of one element.
void completePadValue(StepValue& value, const Buffer* buffer, const IndexMap* layout);
void completeRanges(StepValue& value, const Buffer* buffer, const IndexMap* layout);

// The buffer at that position; nullptr: there is none.
const Buffer* bufferAt(const Block& block, bool written, int64_t index);

}  // namespace lw
