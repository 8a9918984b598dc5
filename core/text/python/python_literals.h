// Converts numbers and strings from source text to values.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/support/explanation.h"

namespace lw::py {

struct NumberLiteral {
  bool isFloat = false;
  int64_t integer = 0;
  double real = 0;
  bool isMinimumNegated = false;  // 2^63: too large, but `-` before it gives the least integer
  std::optional<uint64_t> wide;   // with `error`: the number, if it fits into 64 unsigned bits
  std::optional<Explanation> error;
};
NumberLiteral decodeNumber(std::string_view text);

// The position of the characters of a string token, without prefix and quotes.
struct StringShape {
  size_t begin = 0, end = 0;
  bool raw = false, formatted = false;
};
StringShape shapeOf(std::string_view token);
std::string decodeString(std::string_view body,
                         bool raw);  // decodes escapes; keeps unknown escapes unchanged, as Python does

struct FStringPart {
  bool isHole = false;
  std::string text;    // literal text, in which {{ and }} are decoded
  Span span;           // of a hole's expression, relative to the body
  std::string format;  // after ':'
  const Error<>* error = nullptr;
};
std::vector<FStringPart> splitFString(std::string_view body);

}  // namespace lw::py
