#include "core/ir/ndarray.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "core/ir/float8.h"

namespace lw {

NDArray NDArray::zeros(DataType type, std::vector<int64_t> shape) {
  NDArray array{type, std::move(shape), {}};
  array.data.resize(static_cast<size_t>(array.size()) * static_cast<size_t>(type.bytes()));
  return array;
}

int64_t NDArray::size() const {
  int64_t n = 1;
  for (int64_t extent : shape) n *= extent;
  return n;
}

namespace {

template <class T>
T at(const NDArray& array, int64_t i) {
  T value;
  std::memcpy(&value, array.data.data() + static_cast<size_t>(i) * sizeof(T), sizeof(T));
  return value;
}

template <class T>
void put(NDArray& array, int64_t i, T value) {
  std::memcpy(array.data.data() + static_cast<size_t>(i) * sizeof(T), &value, sizeof(T));
}

}  // namespace

double NDArray::getDouble(int64_t i) const {
  if (type.code == TypeCode::BFloat) return bfloatValue(at<uint16_t>(*this, i));
  if (type.isFloat8()) return float8Value(type, at<uint8_t>(*this, i));
  if (type.code == TypeCode::Float) {
    if (type.bits == 16) return halfValue(at<uint16_t>(*this, i));
    return type.bits == 32 ? at<float>(*this, i) : at<double>(*this, i);
  }
  const int64_t value = getInt(i);
  return type.isUInt() ? static_cast<double>(static_cast<uint64_t>(value)) : static_cast<double>(value);
}

int64_t NDArray::getInt(int64_t i) const {
  if (type.isFloat()) return static_cast<int64_t>(getDouble(i));
  switch (type.element().bytes()) {
    case 1:
      return type.isInt() ? at<int8_t>(*this, i) : at<uint8_t>(*this, i);
    case 2:
      return type.isInt() ? at<int16_t>(*this, i) : at<uint16_t>(*this, i);
    case 4:
      return type.isInt() ? at<int32_t>(*this, i) : static_cast<int64_t>(at<uint32_t>(*this, i));
    default:
      return at<int64_t>(*this, i);
  }
}

void NDArray::set(int64_t i, double value) {
  if (!type.isFloat()) return setInt(i, static_cast<int64_t>(value));
  if (type.code == TypeCode::BFloat) return put(*this, i, bfloatBits(static_cast<float>(value)));
  if (type.isFloat8()) return put(*this, i, float8Bits(type, static_cast<float>(value)));
  if (type.bits == 16) return put(*this, i, halfBits(static_cast<float>(value)));
  if (type.bits == 32)
    put(*this, i, static_cast<float>(value));
  else
    put(*this, i, value);
}

void NDArray::setInt(int64_t i, int64_t value) {
  if (type.isFloat()) return set(i, static_cast<double>(value));
  if (type.isBool()) return put(*this, i, static_cast<uint8_t>(value != 0));
  switch (type.element().bytes()) {
    case 1:
      return put(*this, i, static_cast<uint8_t>(value));
    case 2:
      return put(*this, i, static_cast<uint16_t>(value));
    case 4:
      return put(*this, i, static_cast<uint32_t>(value));
    default:
      return put(*this, i, value);
  }
}

Mismatch compareArrays(const NDArray& got, const NDArray& expected, double relative, double absolute) {
  Mismatch result;
  int64_t worst = -1;
  double worstExcess = -1;
  for (int64_t i = 0; i < got.scalars(); ++i) {
    const double a = got.getDouble(i), b = expected.getDouble(i);
    if (a == b || (std::isnan(a) && std::isnan(b))) continue;
    const double difference = std::abs(a - b);
    if (!std::isnan(difference)) {
      result.maxAbsolute = std::max(result.maxAbsolute, difference);
      if (b != 0) result.maxRelative = std::max(result.maxRelative, difference / std::abs(b));
    }
    const double excess = std::isfinite(difference) ? difference - (absolute + relative * std::abs(b))
                                                    : std::numeric_limits<double>::infinity();
    if (excess <= 0) continue;
    ++result.count;
    if (excess > worstExcess) worstExcess = excess, worst = i;
  }
  if (worst < 0) return result;
  result.got = got.getDouble(worst);
  result.expected = expected.getDouble(worst);
  int64_t rest = worst / got.type.lanes;
  result.at.resize(got.shape.size());
  for (size_t d = got.shape.size(); d-- > 0; rest /= got.shape[d]) result.at[d] = rest % got.shape[d];
  return result;
}

std::pair<double, double> toleranceOf(DataType type) {
  if (!type.isFloat()) return {0, 0};
  if (type.code == TypeCode::BFloat) return {5e-2, 5e-2};
  if (type.code == TypeCode::Float8E4M3) return {0.25, 0.25};
  if (type.code == TypeCode::Float8E5M2) return {0.5, 0.5};
  if (type.bits == 16) return {1e-2, 1e-2};
  return type.bits == 32 ? std::pair{1e-4, 1e-4} : std::pair{1e-9, 1e-9};
}

double roundToType(DataType type, double value) {
  if (type.code == TypeCode::BFloat) return bfloatValue(bfloatBits(static_cast<float>(value)));
  if (type.isFloat8()) return float8Value(type, float8Bits(type, static_cast<float>(value)));
  if (type.bits == 16) return halfValue(halfBits(static_cast<float>(value)));
  return type.bits == 32 ? static_cast<double>(static_cast<float>(value)) : value;
}

uint16_t halfBits(float value) {
  const uint32_t bits = std::bit_cast<uint32_t>(value);
  const uint32_t sign = (bits >> 16) & 0x8000u;
  const uint32_t magnitude = bits & 0x7fffffffu;
  if (magnitude > 0x7f800000u) return static_cast<uint16_t>(sign | 0x7e00u);
  if (magnitude >= 0x477ff000u) return static_cast<uint16_t>(sign | 0x7c00u);  // rounds to 65536 or more
  if (magnitude < 0x38800000u) {  // subnormal: a multiple of 2^-24, ties to even
    const float scaled = std::bit_cast<float>(magnitude) * 16777216.0f;
    return static_cast<uint16_t>(sign | static_cast<uint32_t>(std::nearbyint(scaled)));
  }
  const uint32_t rounded = magnitude + 0xfffu + ((magnitude >> 13) & 1u);
  return static_cast<uint16_t>(sign | ((rounded - 0x38000000u) >> 13));
}

float halfValue(uint16_t bits) {
  const uint32_t exponent = (bits >> 10) & 31u, fraction = bits & 1023u;
  float value;
  if (exponent == 0)
    value = std::ldexp(static_cast<float>(fraction), -24);
  else if (exponent == 31)
    value = fraction ? std::numeric_limits<float>::quiet_NaN() : std::numeric_limits<float>::infinity();
  else
    value = std::ldexp(static_cast<float>(fraction | 1024u), static_cast<int>(exponent) - 25);
  return bits & 0x8000u ? -value : value;
}

uint16_t bfloatBits(float value) {
  const uint32_t bits = std::bit_cast<uint32_t>(value);
  if (std::isnan(value)) return static_cast<uint16_t>((bits >> 16) | 0x40u);
  return static_cast<uint16_t>((bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16);
}

float bfloatValue(uint16_t bits) { return std::bit_cast<float>(static_cast<uint32_t>(bits) << 16); }

int64_t wrapToType(DataType type, int64_t value) {
  if (type.isBool()) return value != 0;
  if (type.bits >= 64 || !type.isInteger()) return value;
  const uint64_t mask = (uint64_t{1} << type.bits) - 1;
  const uint64_t low = static_cast<uint64_t>(value) & mask;
  if (type.isUInt() || !(low >> (type.bits - 1))) return static_cast<int64_t>(low);
  return static_cast<int64_t>(low | ~mask);
}

}  // namespace lw
