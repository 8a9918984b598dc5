// Scalar and vector data types, in the spelling of TVMScript: "float32", "int8x4", "bool", "handle".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lw {

// Float8E4M3 is float8_e4m3fn: no infinities, and NaN only where all bits below the sign are set.
enum class TypeCode : uint8_t { Int, UInt, Float, BFloat, Bool, Handle, Void, Float8E4M3, Float8E5M2 };

struct DataType {
  TypeCode code = TypeCode::Void;
  uint8_t bits = 0;  // Bool: 1 (stored in one byte)
  uint16_t lanes = 1;

  friend constexpr bool operator==(const DataType&, const DataType&) = default;
  constexpr bool isInt() const { return code == TypeCode::Int; }
  constexpr bool isUInt() const { return code == TypeCode::UInt; }
  constexpr bool isInteger() const { return isInt() || isUInt(); }
  constexpr bool isFloat8() const { return code == TypeCode::Float8E4M3 || code == TypeCode::Float8E5M2; }
  constexpr bool isFloat() const { return code == TypeCode::Float || code == TypeCode::BFloat || isFloat8(); }
  // A float that is computed in float32 and rounded.
  constexpr bool isNarrowFloat() const { return isFloat() && bits < 32; }
  constexpr bool isBool() const { return code == TypeCode::Bool; }
  constexpr bool isHandle() const { return code == TypeCode::Handle; }
  constexpr bool isVector() const { return lanes > 1; }
  constexpr DataType element() const { return {code, bits, 1}; }
  constexpr DataType withLanes(int n) const { return {code, bits, static_cast<uint16_t>(n)}; }
  constexpr int bytes() const { return (bits + 7) / 8 * lanes; }  // of all lanes, as stored in memory
};

namespace dtype {
constexpr DataType Int(int bits, int lanes = 1) { return {TypeCode::Int, uint8_t(bits), uint16_t(lanes)}; }
constexpr DataType UInt(int bits, int lanes = 1) { return {TypeCode::UInt, uint8_t(bits), uint16_t(lanes)}; }
constexpr DataType Float(int bits, int lanes = 1) { return {TypeCode::Float, uint8_t(bits), uint16_t(lanes)}; }
constexpr DataType BFloat16(int lanes = 1) { return {TypeCode::BFloat, 16, uint16_t(lanes)}; }
constexpr DataType Float8E4M3(int lanes = 1) { return {TypeCode::Float8E4M3, 8, uint16_t(lanes)}; }
constexpr DataType Float8E5M2(int lanes = 1) { return {TypeCode::Float8E5M2, 8, uint16_t(lanes)}; }
constexpr DataType Bool(int lanes = 1) { return {TypeCode::Bool, 1, uint16_t(lanes)}; }
constexpr DataType Handle() { return {TypeCode::Handle, 64, 1}; }
constexpr DataType Void() { return {}; }
constexpr DataType Int32 = Int(32);
constexpr DataType Int64 = Int(64);
constexpr DataType Float32 = Float(32);
}  // namespace dtype

std::string toString(DataType type);
std::optional<DataType> parseDataType(std::string_view text);

// Least and greatest value of an integer or bool type, clamped to int64_t.
int64_t minValueOf(DataType type);
int64_t maxValueOf(DataType type);
// The greatest finite value of a float type, and whether it has infinities too.
double largestFloatOf(DataType type);
constexpr bool hasInfinity(DataType type) { return type.isFloat() && type.code != TypeCode::Float8E4M3; }

}  // namespace lw
