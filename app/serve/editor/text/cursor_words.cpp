#include "app/serve/editor/text/cursor_words.h"

#include <algorithm>
#include <cctype>

#include "core/text/python/python_lexer.h"

namespace lw::serve {
namespace {

constexpr int kMostLines = 40;  // of a statement; more are a bracket that was never closed

bool isWord(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

// By the tokens before the cursor: the rest of the text may be anything.
int statementBefore(const SourceText& source, int offset) {
  const SourceText before = makeSource(source.name, source.text.substr(0, static_cast<size_t>(offset)));
  int begin = -1;
  bool ended = true;
  for (const py::Token& token : py::tokenize(before).tokens) {
    using Kind = py::TokenKind;
    if (token.kind == Kind::Newline && token.span.begin < offset) ended = true;
    const bool plain = token.kind != Kind::Newline && token.kind != Kind::Indent && token.kind != Kind::Dedent &&
                       token.kind != Kind::End;
    if (plain && ended) begin = token.span.begin, ended = false;
  }
  if (begin < 0 || ended) return offset;
  if (before.locate(offset).line - before.locate(begin).line <= kMostLines) return begin;
  const size_t line = before.text.rfind('\n');
  const size_t first = before.text.find_first_not_of(" \t", line == std::string::npos ? 0 : line + 1);
  return first == std::string::npos ? offset : static_cast<int>(first);
}

// The name with dots and indices that ends before the position: "sch", "R.nn", "s[C]".
std::string receiverBefore(const std::string& text, int end) {
  int at = end;
  while (at > 0) {
    if (text[static_cast<size_t>(at - 1)] == ']') {
      int depth = 0;
      for (int i = at - 1; i >= 0 && text[static_cast<size_t>(i)] != '\n'; --i) {
        depth += (text[static_cast<size_t>(i)] == ']') - (text[static_cast<size_t>(i)] == '[');
        if (depth != 0) continue;
        at = i;
        break;
      }
      if (depth != 0 || text[static_cast<size_t>(at)] != '[') break;
    } else if (isWord(text[static_cast<size_t>(at - 1)]) || text[static_cast<size_t>(at - 1)] == '.') {
      --at;
    } else {
      break;
    }
  }
  return text.substr(static_cast<size_t>(at), static_cast<size_t>(end - at));
}

// Reads the statement character by character: strings, comments and brackets.
class Scan {
 public:
  Scan(const std::string& text, CursorWords& words) : text_(text), words_(words) {}

  void run() {
    at_ = words_.statement;
    if (at_ == words_.offset)  // there may be a comment before the cursor
      while (at_ > 0 && text_[static_cast<size_t>(at_ - 1)] != '\n') --at_;
    for (; at_ < words_.offset; ++at_) step(text_[static_cast<size_t>(at_)]);
    words_.inString = quote_ != 0;
    for (const Bracket& b : open_)
      if (b.call >= 0) words_.calls.push_back(calls_[static_cast<size_t>(b.call)]);
  }

 private:
  struct Bracket {
    char close;
    int call;  // index in calls_; -1: no call
  };

  void step(char c) {
    if (words_.inComment) {
      words_.inComment = c != '\n';
    } else if (quote_) {
      if (c == '\\')
        ++at_;
      else if (c == quote_ || c == '\n')
        quote_ = 0;
    } else if (c == '"' || c == '\'') {
      quote_ = c;
      words_.stringBegin = at_ + 1;
    } else if (c == '#') {
      words_.inComment = true;
    } else {
      plain(c);
    }
  }

  void plain(char c) {
    if (c == '(' || c == '[' || c == '{') return opened(c);
    if (c == ')' || c == ']' || c == '}') {
      if (!open_.empty()) open_.pop_back();
      return;
    }
    OpenCall* call = open_.empty() || open_.back().call < 0 ? nullptr : &calls_[static_cast<size_t>(open_.back().call)];
    if (!call) return;
    if (c == ',') {
      ++call->argument;
      call->keyword.clear();
    }
    const char next = at_ + 1 < words_.offset ? text_[static_cast<size_t>(at_ + 1)] : ' ';
    if (c == '=' && next != '=' && text_[static_cast<size_t>(at_ - 1)] != '=') {
      int end = at_;
      while (end > 0 && text_[static_cast<size_t>(end - 1)] == ' ') --end;
      int begin = end;
      while (begin > 0 && isWord(text_[static_cast<size_t>(begin - 1)])) --begin;
      call->keyword = text_.substr(static_cast<size_t>(begin), static_cast<size_t>(end - begin));
    }
  }

  void opened(char c) {
    int begin = at_;
    while (begin > words_.statement && isWord(text_[static_cast<size_t>(begin - 1)])) --begin;
    if (c != '(' || begin == at_) return open_.push_back({c, -1});
    OpenCall call;
    call.name = text_.substr(static_cast<size_t>(begin), static_cast<size_t>(at_ - begin));
    call.begin = at_ + 1;
    if (begin > 0 && text_[static_cast<size_t>(begin - 1)] == '.') call.receiver = receiverBefore(text_, begin - 1);
    open_.push_back({c, static_cast<int>(calls_.size())});
    calls_.push_back(std::move(call));
  }

  const std::string& text_;
  CursorWords& words_;
  int at_ = 0;
  char quote_ = 0;
  std::vector<Bracket> open_;
  std::vector<OpenCall> calls_;
};

}  // namespace

CursorWords wordsBefore(const SourceText& source, int offset) {
  CursorWords words;
  words.offset = std::clamp(offset, 0, static_cast<int>(source.text.size()));
  words.statement = statementBefore(source, words.offset);
  Scan(source.text, words).run();
  words.wordBegin = words.offset;
  while (words.wordBegin > 0 && isWord(source.text[static_cast<size_t>(words.wordBegin - 1)])) --words.wordBegin;
  words.word =
      source.text.substr(static_cast<size_t>(words.wordBegin), static_cast<size_t>(words.offset - words.wordBegin));
  words.dotted = words.wordBegin > 0 && source.text[static_cast<size_t>(words.wordBegin - 1)] == '.';
  if (words.dotted) words.receiver = receiverBefore(source.text, words.wordBegin - 1);
  return words;
}

}  // namespace lw::serve
