// The parser's position in the tokens, and the errors that it reports. An error inside a statement abandons the
// statement: it is thrown as Abandon and caught by the statement loop in this folder, never outside of it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/text/python/python_ast.h"
#include "core/text/python/python_lexer.h"

namespace lw::py {

struct Abandon {};

class Cursor {
 public:
  Cursor(const SourceText& source, TokenStream stream);

  const SourceText& source() const { return source_; }
  const Token& peek(size_t n = 0) const { return tokens_[std::min(at_ + n, tokens_.size() - 1)]; }
  const Token& next();
  bool at(std::string_view spelling) const { return peek().is(spelling); }
  bool at(TokenKind kind) const { return peek().kind == kind; }
  bool accept(std::string_view spelling);
  const Token& expect(std::string_view spelling, std::string_view where);
  const Token& expectName(std::string_view what);
  int lastEnd() const { return lastEnd_; }  // of the last token that was read
  Span since(int begin) const { return {begin, std::max(begin, lastEnd_)}; }
  Span afterLast() const { return {lastEnd_, lastEnd_ + 1}; }

  void report(Span span, Explanation e, Message hint = {});
  [[noreturn]] void fail(Span span, Explanation e, Message hint = {});
  [[noreturn]] void failExpected(std::string_view what, std::string_view where);
  std::vector<Diagnostic> takeDiagnostics() { return std::move(diagnostics_); }

  // Counts the nesting of brackets, operators and blocks together; fails beyond the limit.
  class Nested {
   public:
    explicit Nested(Cursor& cursor);
    ~Nested() { --cursor_.depth_; }
    Nested(const Nested&) = delete;

   private:
    Cursor& cursor_;
  };

 private:
  const SourceText& source_;
  std::vector<Token> tokens_;
  std::vector<Diagnostic> diagnostics_;
  size_t at_ = 0;
  int lastEnd_ = 0;
  int depth_ = 0;
};

Message describe(const Token& token);  // "'x'", "the end of the line"

// Parses expressions; defined in python_expr_parser.cpp.
class ExprParser {
 public:
  explicit ExprParser(Cursor& cursor) : c_(cursor) {}
  Expr expression();      // also conditional expressions and lambdas
  Expr expressionList();  // a, *b, c without brackets: becomes a Tuple if there is a comma
  Expr targetList();      // targets of `for` and comprehensions, up to `in`
  std::vector<Parameter> parameters(std::string_view close, bool annotations);

 private:
  Expr conditional();
  Expr lambda();
  Expr boolean(bool isAnd);
  Expr negation();
  Expr comparison();
  Expr binary(int level);
  Expr unary();
  Expr power();
  Expr postfix();
  Expr atom();
  Expr name();
  Expr number();
  Expr strings();
  Expr parenthesized();
  Expr listDisplay();
  Expr mapDisplay();
  Expr comprehension(Expr element, int begin);
  Expr subscript(Expr object);
  Expr call(Expr function);
  Expr index();
  Expr starOrExpression();
  void fString(std::string_view body, int offset, bool raw, FString& out);
  Expr hole(Span span);

  template <class N>
  Expr make(int begin, N node);

  Cursor& c_;
};

}  // namespace lw::py
