#include "core/text/python/python_cursor.h"
#include "core/text/errors.h"

#include <algorithm>

namespace lw::py {

namespace {
constexpr int kMaxNesting = 200;
constexpr size_t kMaxDiagnostics = 200;
}  // namespace

Message describe(const Token& token) {
  switch (token.kind) {
    case TokenKind::Newline:
      return "the end of the line";
    case TokenKind::Indent:
      return "a deeper indentation";
    case TokenKind::Dedent:
      return "the end of the block";
    case TokenKind::End:
      return "the end of the text";
    case TokenKind::Name:
    case TokenKind::Keyword:
    case TokenKind::Number:
    case TokenKind::Operator:
      return "'" + std::string(token.text) + "'";
    case TokenKind::String:
      return "a string";
  }
  return {};
}

Cursor::Cursor(const SourceText& source, TokenStream stream)
    : source_(source), tokens_(std::move(stream.tokens)), diagnostics_(std::move(stream.diagnostics)) {
  lastEnd_ = tokens_.front().span.begin;
}

const Token& Cursor::next() {
  const Token& token = tokens_[at_];
  if (at_ + 1 < tokens_.size()) ++at_;
  if (token.span.end > token.span.begin && token.kind != TokenKind::Newline) lastEnd_ = token.span.end;
  return token;
}

bool Cursor::accept(std::string_view spelling) {
  if (!at(spelling)) return false;
  next();
  return true;
}

const Token& Cursor::expect(std::string_view spelling, std::string_view where) {
  if (!at(spelling)) failExpected("'" + std::string(spelling) + "'", where);
  return next();
}

const Token& Cursor::expectName(std::string_view what) {
  if (!at(TokenKind::Name)) failExpected(what, {});
  return next();
}

void Cursor::report(Span span, Explanation e, Message hint) {
  if (diagnostics_.size() >= kMaxDiagnostics) return;
  diagnostics_.push_back(diagnosticOf(Diagnostic::Severity::Error, span,
                                      hint.empty() ? std::move(e) : explain(std::move(e), std::move(hint))));
}

void Cursor::fail(Span span, Explanation e, Message hint) {
  report(span, std::move(e), std::move(hint));
  throw Abandon{};
}

void Cursor::failExpected(std::string_view what, std::string_view where) {
  const bool lineEnds = !at(TokenKind::Name) && peek().span.end <= peek().span.begin + 1 &&
                        (at(TokenKind::Newline) || at(TokenKind::Dedent) || at(TokenKind::End));
  if (lineEnds &&
      std::any_of(diagnostics_.begin(), diagnostics_.end(),
                  [&](const Diagnostic& d) {
                    return d.kind == "parse.unclosed-bracket" && d.span.begin < peek().span.begin;
                  }) &&
      peek().span.begin == peek().span.end)
    throw Abandon{};  // the line ends here only because of an open bracket, which has been reported
  const Span place = lineEnds ? afterLast() : peek().span;
  if (where.empty()) fail(place, err::kExpected(std::string(what), describe(peek())));
  fail(place, err::kExpectedAt(std::string(what), std::string(where), describe(peek())));
}

Cursor::Nested::Nested(Cursor& cursor) : cursor_(cursor) {
  if (++cursor_.depth_ > kMaxNesting) {
    --cursor_.depth_;  // the destructor does not run
    cursor_.fail(cursor_.peek().span, err::kNestedTooDeep(kMaxNesting), "name a part and use the name");
  }
}

}  // namespace lw::py
