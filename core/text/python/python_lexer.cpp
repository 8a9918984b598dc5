#include "core/text/python/python_lexer.h"
#include "core/text/errors.h"
#include "core/text/python/python_words.h"

#include <algorithm>
#include <array>
#include <string>

namespace lw::py {

namespace {

// Longest first.
constexpr std::array<std::string_view, 46> kOperators = {
    "**=", "//=", ">>=", "<<=", "...", "!=", "->", ":=", "**", "//", ">>", "<<", "<=", ">=", "==", "+=",
    "-=",  "*=",  "/=",  "%=",  "&=",  "|=", "^=", "@=", "+",  "-",  "*",  "/",  "%",  "@",  "&",  "|",
    "^",   "~",   "<",   ">",   "(",   ")",  "[",  "]",  "{",  "}",  ",",  ":",  ".",  ";"};
// A line that starts with one of these cannot continue an open bracket.
constexpr std::array<std::string_view, 7> kStartsStatement = {"def",   "class",  "with",  "return",
                                                              "while", "import", "assert"};

template <size_t N>
bool contains(const std::array<std::string_view, N>& list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

class Lexer {
 public:
  Lexer(const SourceText& source, Span range, bool expressionOnly)
      : text_(std::string_view(source.text).substr(0, static_cast<size_t>(range.end))),
        at_(static_cast<size_t>(range.begin)),
        end_(static_cast<size_t>(range.end)),
        expressionOnly_(expressionOnly) {}

  TokenStream run() {
    out_.tokens.reserve((end_ - at_) / 5 + 16);  // programs have about six characters per token
    if (!expressionOnly_ && text_.starts_with("\xEF\xBB\xBF")) at_ = 3;
    if (!expressionOnly_) indentation();
    while (at_ < end_) step();
    if (!brackets_.empty()) unclosed(brackets_.back());
    if (!expressionOnly_) {
      if (!out_.tokens.empty() && out_.tokens.back().kind != TokenKind::Newline) push(TokenKind::Newline, end_, end_);
      for (; indents_.size() > 1; indents_.pop_back()) push(TokenKind::Dedent, end_, end_);
    }
    push(TokenKind::End, end_, end_);
    return std::move(out_);
  }

 private:
  void step() {
    const char c = text_[at_];
    if (c == ' ' || c == '\t' || c == '\f' || c == '\r')
      ++at_;
    else if (c == '#')
      comment();
    else if (c == '\n')
      newline();
    else if (c == '\\' && continuesLine())
      joinLine();
    else if (isDigit(c) || (c == '.' && isDigit(peek(1))))
      number();
    else if (prefix() >= 0)
      string();
    else if (isNameStart(c))
      name();
    else if (c == '=')
      equals();
    else
      operatorOrError();
  }

  char peek(size_t n) const { return at_ + n < end_ ? text_[at_ + n] : '\0'; }

  void push(TokenKind kind, size_t begin, size_t end) {
    out_.tokens.push_back({kind, {static_cast<int>(begin), static_cast<int>(end)}, text_.substr(begin, end - begin)});
  }
  void error(size_t begin, size_t end, Explanation e, Message hint = {}) {
    if (out_.diagnostics.size() > 200) return;
    out_.diagnostics.push_back(diagnosticOf(Diagnostic::Severity::Error,
                                            {static_cast<int>(begin), static_cast<int>(end)},
                                            explain(std::move(e), std::move(hint))));
  }
  void unclosed(const Token& open) {
    error(static_cast<size_t>(open.span.begin), static_cast<size_t>(open.span.end), err::kUnclosedBracket(open.text),
          "add the matching closing bracket");
  }

  void comment() {
    while (at_ < end_ && text_[at_] != '\n') ++at_;
  }

  bool continuesLine() const { return peek(1) == '\n' || (peek(1) == '\r' && peek(2) == '\n') || at_ + 1 == end_; }
  void joinLine() { at_ = std::min(end_, at_ + (peek(1) == '\r' ? 3 : 2)); }

  void newline() {
    if (expressionOnly_) {
      ++at_;
      return;
    }
    if (!brackets_.empty()) {
      ++at_;
      if (!lineStartsStatement()) return;
      unclosed(brackets_.back());
      brackets_.clear();
      push(TokenKind::Newline, at_ - 1, at_ - 1);
      indentation();
      return;
    }
    if (!out_.tokens.empty() && out_.tokens.back().kind != TokenKind::Newline && !afterLayout())
      push(TokenKind::Newline, at_, at_ + 1);
    ++at_;
    indentation();
  }
  bool afterLayout() const {
    const TokenKind kind = out_.tokens.back().kind;
    return kind == TokenKind::Indent || kind == TokenKind::Dedent;
  }

  bool lineStartsStatement() const {
    size_t p = at_;
    while (p < end_ && (text_[p] == ' ' || text_[p] == '\t')) ++p;
    if (p < end_ && text_[p] == '@') return p + 1 < end_ && isNameStart(text_[p + 1]);
    size_t e = p;
    while (e < end_ && isNamePart(text_[e])) ++e;
    return contains(kStartsStatement, text_.substr(p, e - p));
  }

  // At the start of a line: compares its indentation with those of the open blocks. Ignores blank and comment lines.
  void indentation() {
    const size_t lineStart = at_;
    int column = 0;
    for (; at_ < end_; ++at_) {
      if (text_[at_] == ' ')
        ++column;
      else if (text_[at_] == '\t')
        column = column / 8 * 8 + 8;
      else if (text_[at_] == '\f')
        column = 0;
      else
        break;
    }
    if (at_ >= end_ || text_[at_] == '#' || text_[at_] == '\n' || text_[at_] == '\r') return;
    if (column > indents_.back()) {
      if (indents_.size() >= kMaxIndents) {
        if (!tooDeep_) error(lineStart, at_, err::kBlocksTooDeep(kMaxIndents - 1));
        tooDeep_ = true;
        return;
      }
      indents_.push_back(column);
      push(TokenKind::Indent, at_, at_);
      return;
    }
    while (column < indents_.back()) {
      if (column > indents_[indents_.size() - 2]) {
        error(lineStart, at_, err::kBadDedent(), "indent the line like the other lines of its block");
        indents_.back() = column;  // makes the line a part of the inner block: the next lines are no errors
        return;
      }
      indents_.pop_back();
      push(TokenKind::Dedent, at_, at_);
    }
  }

  void number() {
    const size_t begin = at_;
    at_ = numberEnd(text_, at_);
    push(TokenKind::Number, begin, at_);
  }

  int prefix() const { return stringPrefix(text_, at_); }

  void string() {
    const size_t begin = at_;
    const auto quotes = begin + static_cast<size_t>(prefix());
    const StringEnd found = stringEnd(text_, quotes);
    at_ = found.end;
    if (!found.closed)
      error(begin, begin + 1, err::kUnclosedString(), say("add the closing {0}", std::string(quotesAt(text_, quotes))));
    push(TokenKind::String, begin, at_);
  }

  void name() {
    const size_t begin = at_;
    at_ = nameEnd(text_, at_);
    push(isKeyword(text_.substr(begin, at_ - begin)) ? TokenKind::Keyword : TokenKind::Name, begin, at_);
  }

  void equals() {
    const size_t length = peek(1) == '=' ? 2 : 1;
    push(TokenKind::Operator, at_, at_ + length);
    at_ += length;
  }

  void operatorOrError() {
    for (std::string_view op : kOperators) {
      if (text_[at_] != op[0] || !text_.substr(at_, end_ - at_).starts_with(op)) continue;
      const size_t begin = at_;
      at_ += op.size();
      bracket(op, begin);
      push(TokenKind::Operator, begin, at_);
      return;
    }
    const size_t begin = at_++;
    const auto byte = static_cast<unsigned char>(text_[begin]);
    const bool printable = byte >= 0x20 && byte < 0x7F;
    constexpr std::string_view kHex = "0123456789abcdef";
    error(begin, at_,
          printable ? err::kBadCharacter(std::string(1, text_[begin]))
                    : err::kBadByte(std::string{kHex[byte >> 4], kHex[byte & 15]}),
          "remove it");
  }

  void bracket(std::string_view op, size_t begin) {
    if (op == "(" || op == "[" || op == "{") {
      brackets_.push_back({TokenKind::Operator, {static_cast<int>(begin), static_cast<int>(begin + 1)}, op});
    } else if ((op == ")" || op == "]" || op == "}") && !brackets_.empty()) {
      brackets_.pop_back();  // the parser reports a bracket of the wrong kind, because it knows what it expected
    }
  }

  static constexpr size_t kMaxIndents = 201;
  std::string_view text_;
  size_t at_, end_;
  bool expressionOnly_;
  bool tooDeep_ = false;  // has been reported; it is reported only once
  std::vector<int> indents_ = {0};
  std::vector<Token> brackets_;
  TokenStream out_;
};

}  // namespace

TokenStream tokenize(const SourceText& source) {
  return Lexer(source, {0, static_cast<int>(source.text.size())}, false).run();
}

TokenStream tokenizeExpression(const SourceText& source, Span range) { return Lexer(source, range, true).run(); }

}  // namespace lw::py
