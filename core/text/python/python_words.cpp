#include "core/text/python/python_words.h"

#include <algorithm>
#include <cctype>

namespace lw::py {
namespace {

constexpr std::string_view kKeywords[] = {
    "False",  "None",     "True", "and",    "as",   "assert",  "async",  "await",  "break", "class",  "continue", "def",
    "del",    "elif",     "else", "except", "for",  "finally", "from",   "global", "if",    "import", "in",       "is",
    "lambda", "nonlocal", "not",  "or",     "pass", "raise",   "return", "try",    "while", "with",   "yield"};
constexpr size_t kLongest = 8;

size_t digitsEnd(std::string_view text, size_t at) {
  while (at < text.size() && (isDigit(text[at]) || text[at] == '_')) ++at;
  return at;
}

}  // namespace

bool isKeyword(std::string_view word) {
  if (word.size() < 2 || word.size() > kLongest) return false;
  return std::any_of(std::begin(kKeywords), std::end(kKeywords), [&](std::string_view keyword) {
    return keyword[0] == word[0] && keyword.size() == word.size() && keyword == word;
  });
}

size_t numberEnd(std::string_view text, size_t at) {
  const auto peek = [&](size_t n) { return at + n < text.size() ? text[at + n] : '\0'; };
  if (text[at] == '0' && std::isalpha(static_cast<unsigned char>(peek(1))) && peek(1) != 'e' && peek(1) != 'E') {
    at += 2;
    while (at < text.size() && (std::isalnum(static_cast<unsigned char>(text[at])) || text[at] == '_')) ++at;
    return at;
  }
  at = digitsEnd(text, at);
  if (peek(0) == '.' && peek(1) != '.') at = digitsEnd(text, at + 1);
  if (peek(0) == 'e' || peek(0) == 'E') {
    const size_t sign = peek(1) == '+' || peek(1) == '-' ? 2 : 1;
    if (isDigit(peek(sign))) at = digitsEnd(text, at + sign);
  }
  return at;
}

StringEnd stringEnd(std::string_view text, size_t at, std::string_view quotes) {
  while (at < text.size()) {
    const char c = text[at];
    if (c == '\n' && quotes.size() == 1) break;
    if (c == '\\')
      at = std::min(text.size(), at + 2);
    else if (c == quotes[0] && text.compare(at, quotes.size(), quotes) == 0)
      return {at + quotes.size(), true};
    else
      ++at;
  }
  return {at, false};
}

StringEnd stringEnd(std::string_view text, size_t at) {
  const std::string_view quotes = quotesAt(text, at);
  return stringEnd(text, at + quotes.size(), quotes);
}

}  // namespace lw::py
