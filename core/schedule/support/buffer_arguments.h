// Arguments that speak of the buffers of a block: names become positions, numbers become maps. Traces hold the full
// form.
#pragma once

#include "core/schedule/primitive.h"

namespace lw {

Status completeBufferArguments(const Snapshot& program, const Primitive& primitive, BlockId block, Arguments& args);

// What a buffer's name means as a position in the reads or writes, or as ("read", 0) or ("write", 0).
Result<Value> readNamed(const Block& block, const std::string& buffer);
Result<Value> writeNamed(const Block& block, const std::string& buffer);
Result<Value> slotNamed(const Block& block, const std::string& buffer);
// A number as the map that gives it everywhere; single indices as ranges of one element.
void completePadValue(Value& value, const Buffer* buffer, const IndexMap* layout);
void completeRanges(Value& value, const Buffer* buffer, const IndexMap* layout);

// The buffer at that position; nullptr: there is none.
const Buffer* bufferAt(const Block& block, bool written, int64_t index);

}  // namespace lw
