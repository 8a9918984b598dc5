// Conditions on a block and its buffers that several primitives check.
#pragma once

#include "core/schedule/define.h"

namespace lw {

extern const Error<Ident, Message, int64_t, Message, Message> kNoSuchSlot;  // "block {0} has no {1} buffer {2}"
extern const Error<Ident, Message, Message> kNotAllocated;  // "buffer {0} is {1}: the caller determines {2}"
extern const Error<Ident> kSeenOtherwise;     // "buffer {0} is seen through its pointer or a match_buffer"
extern const Error<Ident, Ident> kByPointer;  // "block {0} accesses {1} through its pointer or a match_buffer"
extern const Error<int64_t, Ident, int64_t>
    kMapInputs;  // "the index map has {0} inputs, but block {1} has {2} iteration variables"
extern const Error<Ident, Ident> kOtherScopes;  // "blocks {0} and {1} are not in the same block scope"
extern const Error<Ident> kRootBlock;           // "block {0} is the root of the function"

Explanation aboutBlock(Explanation e, BlockId block, Message hint = {});

// The buffer at a position of the block's reads or writes.
Result<Buffer> accessedBuffer(const Snapshot& program, BlockId block, bool written, int64_t index);

bool isAllocated(const PrimFunc& function, const Buffer& buffer);
bool isParameter(const PrimFunc& function, const Buffer& buffer);
// `what` becomes a part of the sentence: "its element type".
Status requireAllocated(const Snapshot& program, BlockId block, const Buffer& buffer, const std::string& what);
// All accesses must name the buffer itself, so that they can be rewritten.
Status requirePlainAccesses(const Snapshot& program, BlockId block, const Buffer& buffer);
// Checks that the statement does not access the buffer by a pointer or a match_buffer; the error names the block.
Status requireNoPointer(const Snapshot& program, BlockId block, const Stmt& stmt, const Buffer& buffer);
// The block around `block`; refused for a root block.
Result<BlockId> requireScope(const Snapshot& program, BlockId block);

}  // namespace lw
