// Needs: flat buffers, no blocks. Where a float16 or bfloat16 value is known to be a number that its type has, its
// rounding does nothing: such values are computed in float32 from the start, without conversions back and forth.
//
//   T.Cast("float32", T.Cast("float16", q & 15) - T.float16(7))    becomes    T.Cast("float32", q & 15) - T.float32(7)
//
// Known are constants and converted integers with bounds, and sums, products and choices of known values: multiples of
// a power of two with bounded factors. Guarantees: every stored value has the same bits; roundings of any other value
// stay.
#pragma once

#include "passes/pass.h"

namespace lw {

PrimFunc skipExactRounding(const PrimFunc& f);
extern const Pass kSkipExactRoundingPass;

}  // namespace lw
