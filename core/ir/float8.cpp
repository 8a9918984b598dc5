#include "core/ir/float8.h"

#include <bit>
#include <cmath>
#include <limits>

namespace lw {

uint8_t float8Bits(DataType type, float value) {
  const Float8Format format = float8Format(type);
  const uint32_t bits = std::bit_cast<uint32_t>(value), magnitude = bits & 0x7fffffffu;
  const uint32_t sign = bits >> 24 & 0x80u;
  if (magnitude > 0x7f800000u) return 0x7f;
  if (magnitude == 0x7f800000u && format.infinity) return static_cast<uint8_t>(sign | (format.largest + 1u));
  if (magnitude > format.largest32()) return static_cast<uint8_t>(sign | format.largest);
  if (magnitude < format.leastNormal32()) {
    const float scaled = std::ldexp(std::bit_cast<float>(magnitude), format.below());
    return static_cast<uint8_t>(sign | static_cast<uint32_t>(std::nearbyint(scaled)));
  }
  const int shift = format.shift();
  const uint32_t rounded = magnitude + ((1u << (shift - 1)) - 1) + (magnitude >> shift & 1u);
  return static_cast<uint8_t>(sign | (rounded - format.exponents()) >> shift);
}

float float8Value(DataType type, uint8_t bits) {
  const Float8Format format = float8Format(type);
  const uint32_t magnitude = bits & 0x7fu;
  const uint32_t exponent = magnitude >> format.fraction, fraction = magnitude & ((1u << format.fraction) - 1);
  float value = std::ldexp(static_cast<float>(exponent ? fraction | 1u << format.fraction : fraction),
                           static_cast<int>(exponent ? exponent - 1 : 0) - format.below());
  if (magnitude > format.largest)
    value = format.infinity && magnitude == format.largest + 1u ? std::numeric_limits<float>::infinity()
                                                                : std::numeric_limits<float>::quiet_NaN();
  return bits & 0x80u ? -value : value;
}

}  // namespace lw
