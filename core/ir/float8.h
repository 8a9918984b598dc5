// The float types of eight bits (OCP's 8-bit floating point): sign, exponent, fraction. Conversions round to nearest,
// ties to even. Numbers beyond the largest become the largest, as in TVM's code for CUDA and the conversions of the PTX
// ISA (.satfinite), not NaN or infinity as in ml_dtypes. An infinity stays one where the type has it, so that
// conversion leaves every value of the type as it is. Every NaN becomes the one whose bits are 0x7f.
#pragma once

#include "core/ir/dtype.h"

namespace lw {

struct Float8Format {
  int fraction, bias;
  uint8_t largest;  // the bits of the greatest finite value
  bool infinity;    // follows it
  // The same in float32: distance of the fractions, difference of the exponents in place, the least number that is not
  // subnormal, the greatest finite one.
  constexpr int shift() const { return 23 - fraction; }
  constexpr uint32_t exponents() const { return static_cast<uint32_t>(127 - bias) << 23; }
  constexpr uint32_t leastNormal32() const { return static_cast<uint32_t>(128 - bias) << 23; }
  constexpr uint32_t largest32() const { return (static_cast<uint32_t>(largest) << shift()) + exponents(); }
  // Subnormal numbers are multiples of two to the power -below().
  constexpr int below() const { return bias - 1 + fraction; }
};

constexpr Float8Format float8Format(DataType type) {
  return type.code == TypeCode::Float8E4M3 ? Float8Format{3, 7, 0x7e, false} : Float8Format{2, 15, 0x7b, true};
}

uint8_t float8Bits(DataType type, float value);
float float8Value(DataType type, uint8_t bits);

}  // namespace lw
