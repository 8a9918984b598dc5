#include "core/ir/dtype.h"

#include <charconv>
#include <limits>

namespace lw {

std::string toString(DataType type) {
  std::string text;
  switch (type.code) {
    case TypeCode::Int:
      text = "int" + std::to_string(type.bits);
      break;
    case TypeCode::UInt:
      text = "uint" + std::to_string(type.bits);
      break;
    case TypeCode::Float:
      text = "float" + std::to_string(type.bits);
      break;
    case TypeCode::BFloat:
      text = "bfloat16";
      break;
    case TypeCode::Float8E4M3:
      text = "float8_e4m3fn";
      break;
    case TypeCode::Float8E5M2:
      text = "float8_e5m2";
      break;
    case TypeCode::Bool:
      text = "bool";
      break;
    case TypeCode::Handle:
      text = "handle";
      break;
    case TypeCode::Void:
      return "void";
  }
  if (type.lanes > 1) text += "x" + std::to_string(type.lanes);
  return text;
}

// "int", "uint" and "float" alone have 32 bits, as in TVM.
std::optional<DataType> parseDataType(std::string_view text) {
  DataType type;
  const auto number = [&](int low, int high) -> std::optional<int> {
    int n = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
    if (error != std::errc() || n < low || n > high) return std::nullopt;
    text.remove_prefix(static_cast<size_t>(end - text.data()));
    return n;
  };
  const auto eat = [&](std::string_view word) {
    if (!text.starts_with(word)) return false;
    text.remove_prefix(word.size());
    return true;
  };
  if (text == "void" || text.empty()) return text.empty() ? std::nullopt : std::optional(dtype::Void());
  if (eat("bfloat16"))
    type = dtype::BFloat16();
  else if (eat("float8_e4m3fn"))
    type = dtype::Float8E4M3();
  else if (eat("float8_e5m2"))
    type = dtype::Float8E5M2();
  else if (eat("bool"))
    type = dtype::Bool();
  else if (eat("handle"))
    type = dtype::Handle();
  else {
    if (eat("int"))
      type.code = TypeCode::Int;
    else if (eat("uint"))
      type.code = TypeCode::UInt;
    else if (eat("float"))
      type.code = TypeCode::Float;
    else
      return std::nullopt;
    const auto bits = text.empty() ? 32 : number(1, 64);
    if (!bits) return std::nullopt;
    if (type.code == TypeCode::Float ? (*bits != 16 && *bits != 32 && *bits != 64)
                                     : (*bits != 1 && *bits != 8 && *bits != 16 && *bits != 32 && *bits != 64))
      return std::nullopt;
    type.bits = static_cast<uint8_t>(*bits);
    if (type.code == TypeCode::UInt && *bits == 1) type = dtype::Bool();
  }
  if (eat("x")) {
    const auto lanes = number(1, 4096);
    if (!lanes) return std::nullopt;
    type.lanes = static_cast<uint16_t>(*lanes);
  }
  if (!text.empty()) return std::nullopt;
  return type;
}

int64_t minValueOf(DataType type) {
  if (!type.isInt()) return 0;
  return type.bits >= 64 ? std::numeric_limits<int64_t>::min() : -(int64_t{1} << (type.bits - 1));
}

int64_t maxValueOf(DataType type) {
  const int bits = type.isInt() ? type.bits - 1 : type.bits;
  return bits >= 63 ? std::numeric_limits<int64_t>::max() : (int64_t{1} << bits) - 1;
}

double largestFloatOf(DataType type) {
  if (type.code == TypeCode::Float8E4M3) return 448;
  if (type.code == TypeCode::Float8E5M2) return 57344;
  if (type.code == TypeCode::BFloat) return 3.3895313892515355e+38;
  if (type.bits == 16) return 65504;
  return type.bits == 32 ? std::numeric_limits<float>::max() : std::numeric_limits<double>::max();
}

}  // namespace lw
