// Addresses, counted in elements from the start of a buffer's memory.
#pragma once

#include "core/ir/stmt.h"

namespace lw {

std::vector<Expr> stridesOf(const Buffer& b);  // the explicit strides, or row-major ones
// Includes the buffer's own offset. A vector as last index gives a vector address.
Expr addressOf(const Buffer& b, const std::vector<Expr>& indices);
// The number of elements from the start of the memory to the end of the buffer.
Expr memorySizeOf(const Buffer& b);

// Sums and products that preserve ramps: ramp(a, s) + b is ramp(a + b, s).
Expr addLanes(const Expr& a, const Expr& b);
Expr subLanes(const Expr& a, const Expr& b);
Expr mulLanes(const Expr& a, const Expr& b);

}  // namespace lw
