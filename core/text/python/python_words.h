// How Python spells names, numbers and strings: shared by the lexer of the parser and by all that colours code.
#pragma once

#include <string_view>

namespace lw::py {

inline bool isDigit(char c) { return c >= '0' && c <= '9'; }
inline bool isNameStart(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (c & 0x80); }
inline bool isNamePart(char c) { return isNameStart(c) || isDigit(c); }
bool isKeyword(std::string_view word);

// Each of these takes a text up to its end, and returns where the word that begins at `at` ends.
inline size_t nameEnd(std::string_view text, size_t at) {
  while (at < text.size() && isNamePart(text[at])) ++at;
  return at;
}
size_t numberEnd(std::string_view text, size_t at);

// Length of the prefix (r, b, f, u, in any case, at most two letters) of a string that starts here; -1: no string.
inline int stringPrefix(std::string_view text, size_t at) {
  for (int n = 0; n <= 2; ++n, ++at) {
    const char c = at < text.size() ? text[at] : '\0';
    if (c == '"' || c == '\'') return n;
    if (std::string_view("rRbBfFuU").find(c) == std::string_view::npos || c == '\0') return -1;
  }
  return -1;
}

struct StringEnd {
  size_t end;
  bool closed;  // otherwise the text, or the line of a string that may not go on in the next, ends before the string
};
// Of a string whose quotes, one or three, begin at `at`.
StringEnd stringEnd(std::string_view text, size_t at);
// Of a string with these quotes, from a place inside it on.
StringEnd stringEnd(std::string_view text, size_t at, std::string_view quotes);
inline std::string_view quotesAt(std::string_view text, size_t at) {
  const std::string_view three = text.substr(at, 3);
  return three == R"(""")" || three == "'''" ? three : text.substr(at, 1);
}

}  // namespace lw::py
