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

std::string_view firstLine(std::string_view& text) {
  const std::string_view line = text.substr(0, text.find('\n'));
  text.remove_prefix(std::min(line.size() + 1, text.size()));
  return line;
}

std::string_view withoutIndent(std::string_view line) {
  return line.substr(std::min(line.find_first_not_of(' '), line.size()));
}

// A part of the text, up to `end`.
bool opensPart(std::string_view what) { return what == "if" || what == "for" || what == "suite"; }

std::string faultOfHoles(std::string_view code) {
  for (size_t open = code.find('{'); open != std::string_view::npos; open = code.find('{', open + 1)) {
    const size_t close = std::min(code.find('}', open), code.size());
    const std::string_view hole = code.substr(open + 1, close - open - 1);
    const auto isPart = [](unsigned char c) { return std::isalnum(c) || c == '_'; };
    if (close == code.size() || hole.empty() || !std::all_of(hole.begin(), hole.end(), isPart))
      return "`{` begins no hole";
  }
  return {};
}

// Of a line that is a directive; keeps the list of open parts.
std::string faultOfDirective(std::string_view words, std::vector<std::string>& open) {
  const std::string all(words), what(firstWord(words));
  if (what == "note") return {};
  if (what == "else" || what == "end") {
    if (open.empty() || (what == "else" && open.back() != "if")) return "`" + all + "` ends no part";
    if (!words.empty()) return "`" + what + "` is followed by `" + std::string(words) + "`";
    if (what == "else")
      open.back() = "else";
    else
      open.pop_back();
    return {};
  }
  if (!opensPart(what) && what != "let" && what != "call" && what != "use") return "`" + all + "` is no directive";
  if (words.empty()) return "`" + what + "` needs a name";
  if (opensPart(what)) open.push_back(what);
  return {};
}

}  // namespace

std::string faultOfTemplate(std::string_view pattern) {
  std::vector<std::string> open;
  bool needsHeader = false;
  for (int number = 1; !pattern.empty(); ++number) {
    const std::string_view line = withoutIndent(firstLine(pattern));
    const bool directive = line.starts_with(kDirective);
    if (line.empty()) continue;
    std::string fault = directive ? faultOfDirective(line.substr(kDirective.size()), open) : faultOfHoles(line);
    if (needsHeader && (directive || line.back() != ':')) fault = "`suite` is not followed by the header of a suite";
    if (!fault.empty()) return "line " + std::to_string(number) + ": " + fault;
    needsHeader = directive && line.substr(kDirective.size()).starts_with("suite");
  }
  return open.empty() ? "" : "`" + open.back() + "` has no end";
}

void defineFunction(SpaceText& text, std::string_view name) {
  if (text.once(name)) SpaceTemplate(text).write(spaceTemplate(name));
}

void SpaceTemplate::write(std::string_view pattern) {
  assert(faultOfTemplate(pattern).empty());
  rest_ = pattern;
  while (!rest_.empty()) {
    std::string_view line = firstLine(rest_);
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
}

void SpaceTemplate::directive(std::string_view words, int level) {
  const std::string_view what = firstWord(words);
  if (what == "end") return end();
  if (opensPart(what)) return open(what, words);
  if (what == "else") {
    const bool around = parts_.size() < 2 || parts_[parts_.size() - 2].isWritten;
    parts_.back().isWritten = around && !parts_.back().isWritten;
  }
  if (!isWritten() || what == "note" || what == "else") return;
  startLine(level);
  if (what == "use") return defineFunction(text_, words);
  if (what == "call") return at(lines_, words)();
  while (!words.empty()) {
    const std::string_view hole = firstWord(words);
    values_[std::string(hole)] = at(choices_, hole)();
  }
}

void SpaceTemplate::open(std::string_view kind, std::string_view words) {
  Part part{.isWritten = isWritten()};
  if (kind == "if") {
    part.isWritten = part.isWritten && holds(words);
  } else if (kind == "suite") {
    part.isInner = skipsHeader_ = part.isWritten && !holds(words);
    dropped_ += part.isInner;
  } else if (part.isWritten) {
    part.list = &at(lists_, words);
    part.repeated = rest_;
    part.isWritten = part.list->size > 0;
    if (part.isWritten) part.list->item(0);
  }
  parts_.push_back(part);
}

void SpaceTemplate::end() {
  Part& part = parts_.back();
  if (part.list && ++part.item < part.list->size) {
    part.list->item(part.item);
    rest_ = part.repeated;
    return;
  }
  dropped_ -= part.isInner;
  parts_.pop_back();
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
