#include "core/tune/rules/space_template.h"

#include <algorithm>
#include <cassert>
#include <cctype>

namespace lw::tune {
namespace {

constexpr std::string_view kDirective = "#: ", kComment = "# ";

std::string_view firstWord(std::string_view& words) {
  const size_t end = std::min(words.find(' '), words.size());
  const std::string_view word = words.substr(0, end);
  words.remove_prefix(std::min(end + 1, words.size()));
  return word;
}

// Of `found`, which has it: a template asks only for what its writer sets.
template <class Map>
const auto& at(const Map& map, std::string_view name) {
  const auto found = map.find(name);
  assert(found != map.end() && "the template asks for what is not set");
  return found->second;
}

}  // namespace

void SpaceTemplate::write(std::string_view pattern) {
  while (!pattern.empty()) {
    std::string_view line = pattern.substr(0, pattern.find('\n'));
    pattern.remove_prefix(std::min(line.size() + 1, pattern.size()));
    const size_t indent = line.find_first_not_of(' ');
    if (indent == std::string_view::npos) continue;
    line.remove_prefix(indent);
    const int level = static_cast<int>(indent / 4) - dropped_;
    if (line.starts_with(kDirective))
      directive(line.substr(kDirective.size()), level);
    else if (skipsHeader_)
      skipsHeader_ = false;
    else if (isWritten())
      putLine(line, level);
  }
  startLine(0);
  assert(parts_.empty() && "a part of the template has no end");
}

void SpaceTemplate::directive(std::string_view words, int level) {
  const std::string_view what = firstWord(words);
  if (what == "end") {
    dropped_ -= parts_.back().isInner;
    parts_.pop_back();
  } else if (what == "else") {
    const bool around = parts_.size() < 2 || parts_[parts_.size() - 2].isWritten;
    parts_.back().isWritten = around && !parts_.back().isWritten;
  } else if (what == "if") {
    parts_.push_back({isWritten() && holds(words), false});
  } else if (what == "suite") {
    const bool inner = isWritten() && !holds(words);
    parts_.push_back({isWritten(), inner});
    skipsHeader_ = inner;
    dropped_ += inner;
  } else if (isWritten() && what == "let") {
    startLine(level);
    while (!words.empty()) {
      const std::string_view hole = firstWord(words);
      values_[std::string(hole)] = at(choices_, hole)();
    }
  } else if (isWritten() && what != "note") {
    assert(what == "call");
    startLine(level);
    at(lines_, words)();
  }
}

// Before a line of this level: the one before is the header of a suite if this one is further in.
void SpaceTemplate::startLine(int level) {
  if (!pending_.empty()) {
    const bool isHeader = level > pendingLevel_;
    isHeader ? text_.open(pending_) : text_.line(pending_);
    level_ += isHeader;
    pending_.clear();
  }
  for (; level_ > level; --level_) text_.close();
}

void SpaceTemplate::putLine(std::string_view code, int level) {
  startLine(level);
  if (code.starts_with(kComment)) return text_.comment(filled(code.substr(kComment.size())));
  pending_ = filled(code);
  pendingLevel_ = level;
}

bool SpaceTemplate::holds(std::string_view flag) const {
  constexpr std::string_view kNot = "not ";
  return flag.starts_with(kNot) ? !at(flags_, flag.substr(kNot.size())) : at(flags_, flag);
}

std::string SpaceTemplate::filled(std::string_view code) const {
  std::string text;
  for (size_t begin = 0; begin < code.size();) {
    const size_t open = std::min(code.find('{', begin), code.size());
    text += code.substr(begin, open - begin);
    if (open == code.size()) break;
    const size_t close = code.find('}', open);
    const std::string_view hole = code.substr(open + 1, close - open - 1);
    const auto later = later_.find(hole);
    text += later != later_.end() ? later->second() : at(values_, hole);
    begin = close + 1;
  }
  return text;
}

}  // namespace lw::tune
