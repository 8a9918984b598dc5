#include "core/text/text_tokens.h"

#include <algorithm>

#include "core/support/words.h"
#include "core/text/python/python_words.h"

namespace lw {
namespace {

using Kind = TextTokenKind;

constexpr std::string_view kLlvm =
    "define declare ret br label call load store phi add sub mul fadd fmul fsub fdiv icmp fcmp select sext "
    "getelementptr insertelement extractelement shufflevector zext trunc shl bitcast and or xor tail switch sdiv "
    "unreachable srem";
constexpr std::string_view kC =
    "void int char short long float double bool unsigned const static inline extern restrict struct typedef for "
    "while do if else switch case goto return break continue sizeof __kernel __global __local uint ulong half";

size_t lineLength(std::string_view text) { return std::min(text.find('\n'), text.size()); }

// Of C, LLVM IR and assembly, with the suffix of its type; also of words that contain dots.
size_t numberLength(std::string_view text) {
  size_t n = 0;
  while (n < text.size() &&
         (py::isNamePart(text[n]) || text[n] == '.' ||
          ((text[n] == '-' || text[n] == '+') && n > 0 && (text[n - 1] == 'e' || text[n - 1] == 'E'))))
    ++n;
  return n;
}

TextToken stringToken(std::string_view text) { return {py::stringEnd(text, 1, text.substr(0, 1)).end, Kind::String}; }

TextToken llvmToken(std::string_view text) {
  const char c = text[0];
  if (c == ';') return {lineLength(text), Kind::Comment};
  if (c == '"') return stringToken(text);
  if (c == '@') return {1 + numberLength(text.substr(1)), Kind::Name};
  if (c == '%') return {1 + numberLength(text.substr(1)), Kind::Plain};
  if (c == '!' || c == '#') return {py::nameEnd(text, 1), Kind::Metadata};
  if (py::isDigit(c)) return {numberLength(text), Kind::Number};
  if (!py::isNameStart(c)) return {1, Kind::Plain};
  const size_t n = numberLength(text);
  return {n, hasWord(kLlvm, text.substr(0, n)) ? Kind::Keyword : Kind::Plain};
}

}  // namespace

TextToken TextTokens::scriptToken(std::string_view text) const {
  const char c = text[0];
  if (py::isNameStart(c)) {
    const size_t n = py::nameEnd(text, 0);
    const bool prefix = n < text.size() && (text[n] == '"' || text[n] == '\'') && py::stringPrefix(text, 0) >= 0;
    if (prefix) return {py::stringEnd(text, n).end, Kind::String};
    if (py::isKeyword(text.substr(0, n))) return {n, Kind::Keyword};
    return {n, previous_ == "def" || previous_ == "class" ? Kind::Name : Kind::Plain};
  }
  if (py::isDigit(c) || (c == '.' && text.size() > 1 && py::isDigit(text[1])))
    return {py::numberEnd(text, 0), Kind::Number};
  if (c == '.') return {text.starts_with("...") ? size_t{3} : 1, Kind::Plain};
  if (c == '"' || c == '\'') return {py::stringEnd(text, 0).end, Kind::String};
  if (c == '#') return {lineLength(text), Kind::Comment};
  if (c == '@') return {1 + numberLength(text.substr(1)), Kind::Name};
  return {1, Kind::Plain};
}

TextToken TextTokens::cToken(std::string_view text) const {
  const char c = text[0];
  if (c == '#') return {lineLength(text), Kind::Directive};
  if (text.starts_with("//")) return {lineLength(text), Kind::Comment};
  if (c == '"' || c == '\'') return stringToken(text);
  if (py::isDigit(c)) return {numberLength(text), Kind::Number};
  if (!py::isNameStart(c)) return {1, Kind::Plain};
  const size_t n = py::nameEnd(text, 0);
  if (hasWord(kC, text.substr(0, n))) return {n, Kind::Keyword};
  return {n, previous_ == "void" ? Kind::Name : Kind::Plain};
}

TextToken TextTokens::assemblyToken(std::string_view text) const {
  const char c = text[0];
  if (c == '#' || text.starts_with("//") || (c == ';' && first_)) return {lineLength(text), Kind::Comment};
  if (c == '"') return stringToken(text);
  if (c == '.' && first_) return {lineLength(text), Kind::Directive};
  if (py::isDigit(c)) return {numberLength(text), Kind::Number};
  if (!py::isNameStart(c)) return {1, Kind::Plain};
  const size_t n = numberLength(text);
  if (n < text.size() && text[n] == ':') return {n + 1, Kind::Label};
  return {n, first_ ? Kind::Instruction : Kind::Plain};
}

TextToken TextTokens::tokenOf(std::string_view text) const {
  switch (language_) {
    case TextLanguage::Script:
      return scriptToken(text);
    case TextLanguage::Llvm:
      return llvmToken(text);
    case TextLanguage::C:
      return cToken(text);
    case TextLanguage::Assembly:
      break;
  }
  return assemblyToken(text);
}

TextToken TextTokens::next(std::string_view rest) {
  const char c = rest[0];
  if (c == ' ') return {std::min(rest.find_first_not_of(' '), rest.size()), Kind::Plain};
  const TextToken token = tokenOf(rest);
  if (c == '\n')
    first_ = true;
  else if (c != '\t')
    first_ = false;
  previous_ = py::isNamePart(c) ? rest.substr(0, token.length) : std::string_view();
  return token;
}

void TextTokens::startLine() {
  previous_ = {};
  first_ = true;
}

}  // namespace lw
