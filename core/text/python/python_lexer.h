// Tokens of the Python subset, with Python's rules for indentation, brackets and line joining.
#pragma once

#include <string_view>
#include <vector>

#include "core/text/source.h"

namespace lw::py {

enum class TokenKind : uint8_t { Name, Keyword, Number, String, Operator, Newline, Indent, Dedent, End };

struct Token {
  TokenKind kind;
  Span span;
  std::string_view text;  // into the source; Indent, Dedent and End are empty
  bool is(std::string_view spelling) const {
    return (kind == TokenKind::Operator || kind == TokenKind::Keyword) && spelledAs(spelling);
  }
  // text == spelling. Most comparisons differ in length or in the first letter, for which a call of memcmp costs too
  // much.
  bool spelledAs(std::string_view spelling) const {
    return text.size() == spelling.size() && (text.empty() || (text[0] == spelling[0] && text == spelling));
  }
};

struct TokenStream {
  std::vector<Token> tokens;  // ends with End; every Indent has a matching Dedent
  std::vector<Diagnostic> diagnostics;
};
TokenStream tokenize(const SourceText& source);
// The tokens of one expression inside the source (a hole of an f-string), ignoring line ends.
TokenStream tokenizeExpression(const SourceText& source, Span range);

}  // namespace lw::py
