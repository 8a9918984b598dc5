// Where 32 bits do not count far enough: sizes, strides and places of buffers with more than 2^31 - 1 elements. Decided
// by the buffer's constant sizes, so that everything smaller keeps the arithmetic of its own type.
#pragma once

#include "core/ir/buffer.h"

namespace lw {

// The product of sizes or strides: int64 where constant factors alone exceed what their type counts, else of the
// factors' type.
Expr productOf(const std::vector<Expr>& factors);
// An index in 64 bits. What is added and multiplied is converted first: the parts fit in 32 bits where the whole may
// not.
Expr widened(const Expr& index);

// Whether the buffer has elements that an index of 32 bits does not reach.
bool exceedsInt32(const Buffer& b);
bool mayExceedInt32(const Buffer& b);  // ... or its size is not known
// The indices of an access, in 64 bits where the buffer may need them.
std::vector<Expr> placesIn(const Buffer& b, const std::vector<Expr>& indices);

}  // namespace lw
