#include "core/script/typed_words.h"

#include <algorithm>
#include <cctype>

namespace lw::typed {
namespace {

bool isSpace(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }
bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isWordChar(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

// Follows brackets and strings.
class Depth {
 public:
  void take(char c) {
    if (quote_ != 0) {
      if (c == quote_) quote_ = 0;
    } else if (c == '"' || c == '\'') {
      quote_ = c;
    } else if (c == '(' || c == '[' || c == '{') {
      ++depth_;
    } else if (c == ')' || c == ']' || c == '}') {
      --depth_;
    }
  }
  bool outside() const { return depth_ <= 0 && quote_ == 0; }
  int depth() const { return depth_; }
  bool quoted() const { return quote_ != 0; }

 private:
  int depth_ = 0;
  char quote_ = 0;
};

bool isLambda(std::string_view text) {
  return text.starts_with("lambda") && (text.size() == 6 || isSpace(text[6]) || text[6] == ':');
}

Word wordOf(std::string_view all, int begin, int end) {
  while (begin < end && isSpace(all[size_t(begin)])) ++begin;
  while (end > begin && isSpace(all[size_t(end) - 1])) --end;
  Word word;
  word.begin = word.textBegin = begin;
  word.end = end;
  int at = begin;
  while (at < end && isWordChar(all[size_t(at)])) ++at;
  const int nameEnd = at;
  while (at < end && isSpace(all[size_t(at)])) ++at;
  const bool named = nameEnd > begin && at < end && all[size_t(at)] == '=' &&
                     (at + 1 == end || all[size_t(at) + 1] != '=') && !isDigit(all[size_t(begin)]);
  if (named) {
    word.key = std::string(all.substr(size_t(begin), size_t(nameEnd - begin)));
    word.textBegin = at + 1;
    while (word.textBegin < end && isSpace(all[size_t(word.textBegin)])) ++word.textBegin;
  }
  word.text = std::string(all.substr(size_t(word.textBegin), size_t(end - word.textBegin)));
  word.kind = kindOfWord(word.text);
  return word;
}

// The end of a lambda: a comma after its colon, or the end of the text. Without commas between arguments it takes the
// whole text.
int endOfLambda(std::string_view all, int begin, int end, bool commas) {
  Depth depth;
  bool body = false;
  for (int i = begin; i < end; ++i) {
    const char c = all[size_t(i)];
    if (depth.outside() && c == ':') body = true;
    if (depth.outside() && body && commas && c == ',') return i;
    depth.take(c);
  }
  return end;
}

// Whether a gap belongs to an expression or to a named argument with spaces around its `=`: there is an operator before
// or after it. A minus before a number without a gap in between is its sign.
bool joins(std::string_view all, int gap, int end, bool commas) {
  const auto operatorAt = [&](int at) {
    const char c = all[size_t(at)];
    return c == '=' || (commas && std::string_view("+-*/%<>!&|^").find(c) != std::string_view::npos);
  };
  if (operatorAt(gap - 1)) return true;
  while (gap < end && isSpace(all[size_t(gap)])) ++gap;
  if (gap + 1 >= end || !operatorAt(gap)) return false;
  return all[size_t(gap)] != '-' || isSpace(all[size_t(gap) + 1]);
}

// Arguments are separated by commas and spaces; a space in an expression of Python (`2 * 4`) is not a separator.
void readWords(std::string_view all, int begin, int end, bool commas, std::vector<Word>& words) {
  int from = -1;
  Depth depth;
  const auto close = [&](int at) {
    if (from >= 0) words.push_back(wordOf(all, from, at));
    from = -1;
  };
  for (int i = begin; i < end; ++i) {
    const char c = all[size_t(i)];
    if (from < 0 && (isSpace(c) || c == ',')) continue;
    if (from < 0) from = i;
    const std::string_view value = all.substr(size_t(i), size_t(end - i));
    const bool starts = i == from || all[size_t(i) - 1] == '=' || isSpace(all[size_t(i) - 1]);
    if (depth.outside() && starts && isLambda(value)) {
      i = endOfLambda(all, i, end, commas);
      close(i);
      continue;
    }
    if (depth.outside() && c == ',') {
      close(i);
      continue;
    }
    if (depth.outside() && isSpace(c)) {
      if (!joins(all, i, end, commas)) close(i);
      continue;
    }
    depth.take(c);
  }
  close(end);
}

// Where the call begins: after `lo, li =`.
int afterAssignment(std::string_view text, int begin) {
  const size_t equals = text.find('=', size_t(begin));
  if (equals == std::string_view::npos || equals + 1 >= text.size() || text[equals + 1] == '=') return begin;
  bool name = false, gap = false;
  for (size_t i = size_t(begin); i < equals; ++i) {
    const char c = text[i];
    if (isSpace(c)) {
      gap = name;
    } else if (c == ',') {
      if (!name) return begin;
      name = gap = false;
    } else if (isWordChar(c) && !gap) {
      name = true;
    } else if (c != '[' && c != ']' && c != '(' && c != ')') {
      return begin;
    } else if (name && (c == '[' || c == '(')) {
      return begin;
    } else if (gap) {
      return begin;
    }
  }
  return name ? int(equals) + 1 : begin;
}

}  // namespace

bool isIdentifier(std::string_view text) {
  if (text.empty() || isDigit(text.front()) || text.front() == '.' || text.back() == '.') return false;
  return std::all_of(text.begin(), text.end(), [](char c) { return isWordChar(c) || c == '.'; });
}

WordKind kindOfWord(std::string_view text) {
  if (text == "None" || text == "none") return WordKind::None;
  if (text == "True" || text == "False" || text == "true" || text == "false") return WordKind::Flag;
  if (isLambda(text)) return WordKind::Lambda;
  if (isIdentifier(text)) return WordKind::Name;
  if (text.empty()) return WordKind::Expression;
  const char first = text.front();
  if ((first == '"' || first == '\'') && (text.size() == 1 || text.find(first, 1) == text.size() - 1))
    return WordKind::String;
  const std::string_view digits = first == '-' || first == '+' ? text.substr(1) : text;
  if (!digits.empty() && isDigit(digits.front())) {
    if (std::all_of(digits.begin(), digits.end(), isDigit)) return WordKind::Number;
    const bool sizes = digits.back() != 'x' &&
                       std::all_of(digits.begin(), digits.end(), [](char c) { return isDigit(c) || c == 'x'; }) &&
                       digits.find("xx") == std::string_view::npos && !digits.starts_with("0x");
    if (sizes && digits == text) return WordKind::Sizes;
    const bool real = std::all_of(digits.begin(), digits.end(), [](char c) { return isDigit(c) || c == '.'; });
    if (real && std::count(digits.begin(), digits.end(), '.') == 1) return WordKind::Real;
  }
  if (first == '[' || first == '(') {
    Depth depth;
    for (size_t i = 0; i < text.size(); ++i) {
      depth.take(text[i]);
      if (depth.outside() && i + 1 < text.size()) return WordKind::Expression;
    }
    return WordKind::List;
  }
  return WordKind::Expression;
}

std::vector<Word> elementsOf(const Word& word) {
  std::vector<Word> elements;
  if (word.kind == WordKind::Sizes) {
    int from = 0;
    const int size = int(word.text.size());
    for (int i = 0; i <= size; ++i)
      if (i == size || word.text[size_t(i)] == 'x') {
        elements.push_back(wordOf(word.text, from, i));
        from = i + 1;
      }
  } else if (word.kind == WordKind::List) {
    const bool closed = word.text.size() > 1 && (word.text.back() == ']' || word.text.back() == ')');
    readWords(word.text, 1, int(word.text.size()) - (closed ? 1 : 0), true, elements);
  } else {
    return {word};
  }
  for (Word& element : elements) {
    element.begin += word.textBegin;
    element.end += word.textBegin;
    element.textBegin += word.textBegin;
  }
  return elements;
}

bool severalStatements(std::string_view text) {
  Depth depth;
  size_t last = text.size();
  while (last > 0 && (isSpace(text[last - 1]) || text[last - 1] == ';')) --last;
  for (size_t i = 0; i < last; ++i) {
    if (depth.outside() && (text[i] == ';' || text[i] == '\n') && i > 0 &&
        text.substr(0, i).find_first_not_of(" \t\n") != std::string_view::npos)
      return true;
    depth.take(text[i]);
  }
  return false;
}

TypedCall readCall(std::string_view text) {
  TypedCall call;
  int begin = 0, end = int(text.size());
  while (begin < end && isSpace(text[size_t(begin)])) ++begin;
  while (end > begin && text[size_t(end) - 1] == ';') --end;
  begin = afterAssignment(text.substr(0, size_t(end)), begin);
  while (begin < end && isSpace(text[size_t(begin)])) ++begin;
  // The head ends at a space, a comma or a parenthesis outside of brackets.
  int at = begin, dot = -1;
  Depth depth;
  for (; at < end; ++at) {
    const char c = text[size_t(at)];
    if (depth.outside() && (isSpace(c) || c == '(' || c == ',')) break;
    if (depth.outside() && c == '.') dot = at;
    depth.take(c);
  }
  call.dotted = dot >= 0;
  if (call.dotted) call.receiver = std::string(text.substr(size_t(begin), size_t(dot - begin)));
  call.nameBegin = call.dotted ? dot + 1 : begin;
  call.nameEnd = at;
  call.name = std::string(text.substr(size_t(call.nameBegin), size_t(at - call.nameBegin)));
  int open = at;
  while (open < end && isSpace(text[size_t(open)])) ++open;
  if (at >= end) return call;
  call.called = open < end && text[size_t(open)] == '(';
  int close = end;
  if (call.called) {
    Depth inside;
    int i = open;
    for (; i < end; ++i) {
      inside.take(text[size_t(i)]);
      if (inside.outside()) break;
    }
    int after = std::min(i + 1, end);
    while (after < end && isSpace(text[size_t(after)])) ++after;
    // `reorder (k, j)` is a call, `split (i) 8` is not: its parenthesis is a part of the arguments.
    if (after < end && open > at && std::string_view(".#/").find(text[size_t(after)]) == std::string_view::npos)
      call.called = false;
    else {
      close = i;
      call.rest = std::string(text.substr(size_t(after), size_t(end - after)));
      if (call.rest.starts_with('#') || call.rest.starts_with("//")) call.rest.clear();  // a comment
    }
  }
  call.argumentsBegin = call.called ? open + 1 : at;
  readWords(text, call.argumentsBegin, close, call.called, call.words);
  return call;
}

std::optional<int> openList(std::string_view text, int from) {
  std::vector<int> open;
  char quote = 0;
  for (int i = from; i < int(text.size()); ++i) {
    const char c = text[size_t(i)];
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '[' || c == '(') {
      open.push_back(i);
    } else if ((c == ']' || c == ')') && !open.empty()) {
      open.pop_back();
    }
  }
  return open.empty() ? std::nullopt : std::optional(open.back());
}

}  // namespace lw::typed
