// What Apache TVM makes of operands of two types: one row for each type on the left, one column for each type, or
// number without one, on the right. Written down from BinaryOpMatchTypes (src/tirx/op/op.cc), not computed by the rule
// that it tests.
#pragma once

#include <array>
#include <string>
#include <string_view>

namespace lw {

inline constexpr std::array<std::string_view, 15> kOperandTypes = {
    "int8",    "int16",    "int32",   "int64",   "uint8", "uint16",        "uint32",     "uint64",
    "float16", "bfloat16", "float32", "float64", "bool",  "float8_e4m3fn", "float8_e5m2"};
inline constexpr std::array<std::string_view, 3> kOperandNumbers = {"1", "0.5", "True"};

// Columns: the types in their order, then the numbers in theirs. i8 is int8, u8 uint8, f16 float16, bf bfloat16, b
// bool, e4 and e5 the types of float8; "-" is refused.
inline constexpr std::array<std::string_view, 15> kPromotionTable = {
    //          i8  i16 i32 i64 u8  u16 u32 u64 f16 bf  f32 f64 b   e4  e5  1   0.5 True
    /* int8  */ "i8  i16 i32 i64 u8  u16 u32 u64 f16 bf  f32 f64 i8  e4  e5  i32 f32 i8",
    /* int16 */ "i16 i16 i32 i64 i16 u16 u32 u64 f16 bf  f32 f64 i16 e4  e5  i32 f32 i16",
    /* int32 */ "i32 i32 i32 i64 i32 i32 u32 u64 f16 bf  f32 f64 i32 e4  e5  i32 f32 i32",
    /* int64 */ "i64 i64 i64 i64 i64 i64 i64 u64 f16 bf  f32 f64 i64 e4  e5  i64 f32 i64",
    /* uint8 */ "u8  i16 i32 i64 u8  u16 u32 u64 f16 bf  f32 f64 u8  e4  e5  i32 f32 u8",
    /* uint16*/ "u16 u16 i32 i64 u16 u16 u32 u64 f16 bf  f32 f64 u16 e4  e5  i32 f32 u16",
    /* uint32*/ "u32 u32 u32 i64 u32 u32 u32 u64 f16 bf  f32 f64 u32 e4  e5  u32 f32 u32",
    /* uint64*/ "u64 u64 u64 u64 u64 u64 u64 u64 f16 bf  f32 f64 u64 e4  e5  u64 f32 u64",
    /* f16   */ "f16 f16 f16 f16 f16 f16 f16 f16 f16 f16 f32 f64 f16 f16 f16 f16 f32 f16",
    /* bf16  */ "bf  bf  bf  bf  bf  bf  bf  bf  f16 bf  f32 f64 bf  bf  bf  bf  f32 bf",
    /* f32   */ "f32 f32 f32 f32 f32 f32 f32 f32 f32 f32 f32 f64 f32 f32 f32 f32 f32 f32",
    /* f64   */ "f64 f64 f64 f64 f64 f64 f64 f64 f64 f64 f64 f64 f64 f64 f64 f64 f64 f64",
    /* bool  */ "i8  i16 i32 i64 u8  u16 u32 u64 f16 bf  f32 f64 b   e4  e5  i32 f32 b",
    /* e4    */ "e4  e4  e4  e4  e4  e4  e4  e4  f16 bf  f32 f64 e4  e4  -   e4  f32 e4",
    /* e5    */ "e5  e5  e5  e5  e5  e5  e5  e5  f16 bf  f32 f64 e5  -   e5  e5  f32 e5",
};
// Comparisons in TVMScript with a number: it takes the other's type where it has such a value. (TVM refuses a fraction
// beside an integer.)
inline constexpr std::array<std::string_view, 15> kComparisonTable = {
    //          1   0.5 True
    /* int8  */ "i8  f32 i8",
    /* int16 */ "i16 f32 i16",
    /* int32 */ "i32 f32 i32",
    /* int64 */ "i64 f32 i64",
    /* uint8 */ "u8  f32 u8",
    /* uint16*/ "u16 f32 u16",
    /* uint32*/ "u32 f32 u32",
    /* uint64*/ "u64 f32 u64",
    /* f16   */ "f16 f16 f16",
    /* bf16  */ "bf  bf  bf",
    /* f32   */ "f32 f32 f32",
    /* f64   */ "f64 f64 f64",
    /* bool  */ "b   f32 b",
    /* e4    */ "e4  e4  e4",
    /* e5    */ "e5  e5  e5",
};

// The name of the type in that column; empty: refused.
inline std::string typeInRow(std::string_view row, size_t column) {
  for (size_t i = 0;; ++i) {
    row.remove_prefix(row.find_first_not_of(' '));
    const size_t end = std::min(row.find(' '), row.size());
    const std::string_view name = row.substr(0, end);
    if (i < column) {
      row.remove_prefix(end);
      continue;
    }
    if (name == "b") return "bool";
    if (name == "bf") return "bfloat16";
    if (name == "e4") return "float8_e4m3fn";
    if (name == "e5") return "float8_e5m2";
    if (name == "-") return "";
    return (name[0] == 'i' ? "int" : name[0] == 'u' ? "uint" : "float") + std::string(name.substr(1));
  }
}

}  // namespace lw
