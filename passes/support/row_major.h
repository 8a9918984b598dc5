// Addresses of elements, in elements from the start of a buffer's memory.
#pragma once

#include "core/ir/stmt.h"

namespace lw {

std::vector<Expr> stridesOf(const Buffer& b);  // those given, or row-major ones
// With the buffer's own offset. A vector last index gives a vector address.
Expr addressOf(const Buffer& b, const std::vector<Expr>& indices);
// Elements from the start of the memory up to the last one of the buffer.
Expr memorySizeOf(const Buffer& b);

// Sums and products that keep ramps: ramp(a, s) + b is ramp(a + b, s).
Expr addLanes(const Expr& a, const Expr& b);
Expr subLanes(const Expr& a, const Expr& b);
Expr mulLanes(const Expr& a, const Expr& b);

}  // namespace lw
