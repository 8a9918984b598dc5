#include "core/text/python/python_literals.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "core/text/errors.h"

namespace lw::py {

namespace {

void appendUtf8(std::string& out, uint32_t code) {
  if (code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) code = 0xFFFD;
  if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += static_cast<char>(0xC0 | code >> 6);
    out += static_cast<char>(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    out += static_cast<char>(0xE0 | code >> 12);
    out += static_cast<char>(0x80 | (code >> 6 & 0x3F));
    out += static_cast<char>(0x80 | (code & 0x3F));
  } else {
    out += static_cast<char>(0xF0 | code >> 18);
    out += static_cast<char>(0x80 | (code >> 12 & 0x3F));
    out += static_cast<char>(0x80 | (code >> 6 & 0x3F));
    out += static_cast<char>(0x80 | (code & 0x3F));
  }
}

// Reads exactly `digits` hexadecimal digits; returns false and reads nothing if there are fewer.
bool hexEscape(std::string_view body, size_t at, size_t digits, uint32_t& code) {
  if (at + digits > body.size()) return false;
  const auto [end, error] = std::from_chars(body.data() + at, body.data() + at + digits, code, 16);
  return error == std::errc() && end == body.data() + at + digits;
}

NumberLiteral badNumber(std::string_view text) {
  NumberLiteral result;
  result.error = err::kNumberUnreadable(text);
  return result;
}

// Is the decimal at least 1?
bool isLarge(std::string_view digits) {
  const size_t e = std::min(digits.find_first_of("eE"), digits.size());
  const std::string_view mantissa = digits.substr(0, e);
  const size_t nonzero = mantissa.find_first_not_of("0.");
  if (nonzero == std::string_view::npos) return false;
  std::string_view exponent = digits.substr(std::min(e + 1, digits.size()));
  if (exponent.starts_with('+')) exponent.remove_prefix(1);
  int64_t power = 0;
  if (std::from_chars(exponent.data(), exponent.data() + exponent.size(), power).ec == std::errc::result_out_of_range)
    return !exponent.starts_with('-');
  const auto dot = static_cast<int64_t>(std::min(mantissa.find('.'), mantissa.size()));
  const auto first = static_cast<int64_t>(nonzero);
  // The first digit other than 0 stands for 10 to this power.
  const int64_t place = first < dot ? dot - 1 - first : dot - first;
  return power >= -place;
}

}  // namespace

NumberLiteral decodeNumber(std::string_view text) {
  std::string digits;
  for (char c : text)
    if (c != '_') digits += c;
  NumberLiteral result;
  int base = 10;
  size_t begin = 0;
  if (digits.size() > 1 && digits[0] == '0' && digits[1] >= 'A') {
    const char kind = static_cast<char>(digits[1] | 0x20);
    if (kind == 'e')
      base = 10;
    else if (kind == 'x')
      base = 16;
    else if (kind == 'b')
      base = 2;
    else if (kind == 'o')
      base = 8;
    else
      return badNumber(text);
    if (base != 10) begin = 2;
  }
  const char* first = digits.data() + begin;
  const char* last = digits.data() + digits.size();
  if (base == 10 && digits.find_first_of(".eE") != std::string::npos) {
    result.isFloat = true;
    const auto [end, error] = std::from_chars(first, last, result.real);
    if (error == std::errc::result_out_of_range)
      result.real = isLarge(digits) ? HUGE_VAL : 0.0;  // out of range, as in Python
    else if (error != std::errc() || end != last)
      return badNumber(text);
    return result;
  }
  uint64_t value = 0;
  const auto [end, error] = std::from_chars(first, last, value, base);
  if (error == std::errc::result_out_of_range ||
      (error == std::errc() && end == last && value > uint64_t(std::numeric_limits<int64_t>::max()))) {
    result.error = explain(err::kIntegerTooWide(text), "the largest is 9223372036854775807");
    result.isMinimumNegated = error == std::errc() && value == uint64_t{1} << 63;
    if (error == std::errc()) result.wide = value;
    return result;
  }
  if (error != std::errc() || end != last) return badNumber(text);
  result.integer = static_cast<int64_t>(value);
  return result;
}

StringShape shapeOf(std::string_view token) {
  StringShape shape;
  size_t at = 0;
  for (; at < token.size() && token[at] != '"' && token[at] != '\''; ++at) {
    const char c = static_cast<char>(token[at] | 0x20);
    shape.raw |= c == 'r';
    shape.formatted |= c == 'f';
  }
  const char quote = token[at];
  const bool triple = token.size() >= at + 3 && token[at + 1] == quote && token[at + 2] == quote;
  const size_t width = triple ? 3 : 1;
  shape.begin = at + width;
  const std::string_view closing = token.substr(0, std::string_view::npos);
  const bool closed =
      token.size() >= shape.begin + width && closing.substr(token.size() - width) == std::string(width, quote);
  shape.end = closed ? token.size() - width : token.size();
  return shape;
}

namespace {

// What follows a backslash; `at` is moved to its last character. False: it is no escape.
bool decodeEscape(std::string_view body, size_t& at, std::string& out) {
  constexpr std::string_view kLetters = "abfnrtv\\'\"", kMeanings = "\a\b\f\n\r\t\v\\'\"";
  const char c = body[at];
  if (const size_t letter = kLetters.find(c); letter != std::string_view::npos) {
    out += kMeanings[letter];
    return true;
  }
  uint32_t code = 0;
  if (c >= '0' && c <= '7') {
    const size_t end = std::min({body.find_first_not_of("01234567", at), body.size(), at + 3});
    std::from_chars(body.data() + at, body.data() + end, code, 8);
    at = end - 1;
    appendUtf8(out, code);
    return true;
  }
  const size_t digits = c == 'x' ? 2 : c == 'u' ? 4 : c == 'U' ? 8 : 0;
  if (!digits || !hexEscape(body, at + 1, digits, code)) return false;
  at += digits;
  // A byte that is no part of valid UTF-8, as Python's "surrogateescape" writes it.
  if (code >= 0xDC80 && code <= 0xDCFF)
    out += static_cast<char>(code & 0xFF);
  else
    appendUtf8(out, code);
  return true;
}

}  // namespace

// Lines of a text end in \n, whatever the file has at their ends.
std::string decodeString(std::string_view body, bool raw) {
  std::string out;
  const auto endsLine = [&](size_t at) { return body[at] == '\n' || body[at] == '\r'; };
  const auto skipReturn = [&](size_t& at) { at += body[at] == '\r' && at + 1 < body.size() && body[at + 1] == '\n'; };
  for (size_t i = 0; i < body.size(); ++i) {
    const bool escaped = body[i] == '\\' && !raw && i + 1 < body.size();
    if (escaped && endsLine(i + 1)) {
      skipReturn(++i);
    } else if (escaped) {
      if (!decodeEscape(body, ++i, out)) (out += '\\') += body[i];
    } else if (endsLine(i)) {
      skipReturn(i);
      out += '\n';
    } else {
      out += body[i];
    }
  }
  return out;
}

namespace {

// Reads from after '{' to the '}' that closes the hole.
FStringPart scanHole(std::string_view body, size_t& at) {
  FStringPart part;
  part.isHole = true;
  const size_t begin = at;
  size_t expressionEnd = std::string_view::npos;
  int depth = 0;
  char quote = '\0';
  for (; at < body.size(); ++at) {
    const char c = body[at];
    if (quote) {
      if (c == quote) quote = '\0';
    } else if (c == '\'' || c == '"') {
      quote = c;
    } else if (c == '(' || c == '[' || c == '{') {
      ++depth;
    } else if (depth > 0 && (c == ')' || c == ']' || c == '}')) {
      --depth;
    } else if (c == '}' && depth == 0) {
      break;
    } else if (depth == 0 && expressionEnd == std::string_view::npos &&
               (c == ':' || (c == '!' && at + 1 < body.size() && body[at + 1] != '=') ||
                (c == '=' && at + 1 < body.size() && (body[at + 1] == '}' || body[at + 1] == ':')))) {
      expressionEnd = at;
    }
  }
  const size_t end = std::min(at, body.size());
  part.span = {static_cast<int>(begin), static_cast<int>(std::min(expressionEnd, end))};
  if (at >= body.size())
    part.error = &err::kFStringNeverClosed;
  else if (part.span.begin == part.span.end)
    part.error = &err::kFStringEmptyHole;
  if (part.error) part.span = {static_cast<int>(begin) - 1, static_cast<int>(std::min(at + 1, body.size()))};
  if (expressionEnd != std::string_view::npos) {
    const size_t colon = body.find(':', expressionEnd);
    if (colon < end) part.format = std::string(body.substr(colon + 1, end - colon - 1));
  }
  ++at;
  return part;
}

}  // namespace

std::vector<FStringPart> splitFString(std::string_view body) {
  std::vector<FStringPart> parts;
  std::string text;
  const auto flush = [&] {
    if (text.empty()) return;
    parts.push_back({false, std::move(text), {}, {}, {}});
    text.clear();
  };
  for (size_t i = 0; i < body.size();) {
    const char c = body[i];
    if ((c == '{' || c == '}') && i + 1 < body.size() && body[i + 1] == c) {
      text += c;
      i += 2;
    } else if (c == '{') {
      flush();
      parts.push_back(scanHole(body, ++i));
    } else {
      if (c == '}')
        parts.push_back({false, {}, {static_cast<int>(i), static_cast<int>(i) + 1}, {}, &err::kFStringSingleBrace});
      text += c;
      ++i;
    }
  }
  flush();
  return parts;
}

}  // namespace lw::py
