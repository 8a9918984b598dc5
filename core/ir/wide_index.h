// Index arithmetic in 64 bits, for sizes, strides and offsets of buffers with more than 2^31 - 1 elements. A buffer's
// constant sizes decide, so smaller buffers keep the type of their indices.
#pragma once

#include "core/ir/buffer.h"

namespace lw {

// The product of sizes or strides: int64 if the constant factors alone exceed the range of their type, else the type of
// the factors.
Expr productOf(const std::vector<Expr>& factors);
// The index in 64 bits. Operands of sums and products are converted first, because they may fit in 32 bits while the
// result does not.
Expr widened(const Expr& index);

// Whether the buffer has elements beyond the reach of a 32-bit index.
bool exceedsInt32(const Buffer& b);
bool mayExceedInt32(const Buffer& b);  // ... or its size is not known
// The indices of an access, in 64 bits where the buffer may need them.
std::vector<Expr> placesIn(const Buffer& b, const std::vector<Expr>& indices);

}  // namespace lw
