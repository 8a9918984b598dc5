#include "app/models/schedule/conflict_text.h"

#include <algorithm>
#include <map>

#include "core/support/text.h"
#include "core/text/print/printer.h"

namespace lw {
namespace {

constexpr int kMostBetween = 3;  // lines between two that are shown; longer runs are left out

class Builder {
 public:
  Builder(const Snapshot& program, int function)
      : program_(program), function_(function), printed_(print(program.function(function))) {
    begins_.push_back(0);
    for (size_t i = 0; i < printed_.text.size(); ++i)
      if (printed_.text[i] == '\n') begins_.push_back(int(i) + 1);
  }

  ConflictText build(const Explanation& refusal) {
    for (const LoopId loop : refusal.loops) name(loop);
    for (const BlockId block : refusal.blocks) name(block);
    ConflictText text;
    if (refusal.witness) {
      text.dependence = refusal.witness->dependence;
      add(refusal.witness->first, &ConflictLine::first, refusal.witness->element);
      add(refusal.witness->second, &ConflictLine::second, refusal.witness->element);
      for (auto& [line, about] : lines_) separate(about);
    }
    collect(text);
    return text;
  }

 private:
  int lineAt(int offset) const {
    return int(std::upper_bound(begins_.begin(), begins_.end(), offset) - begins_.begin()) - 1;
  }
  std::string lineText(int line) const {
    const int begin = begins_[size_t(line)];
    const int end = size_t(line) + 1 < begins_.size() ? begins_[size_t(line) + 1] - 1 : int(printed_.text.size());
    return printed_.text.substr(size_t(begin), size_t(end - begin));
  }
  bool isRegion(int line) const {
    const std::string text = lineText(line);
    const size_t at = text.find_first_not_of(' ');
    return at != std::string::npos && (text.compare(at, 8, "T.reads(") == 0 || text.compare(at, 9, "T.writes(") == 0);
  }

  template <class Id>
  std::optional<int> lineOf(Id id) const {
    const std::vector<Span> spans = printed_.map.spansOf(id);
    return spans.empty() ? std::nullopt : std::optional(lineAt(spans.front().begin));
  }
  template <class Id>
  void name(Id id) {
    if (!program_.contains(id) || program_.functionOf(id) != function_) return;
    if (const auto line = lineOf(id)) lines_[*line].named = true;
  }

  // Moves what both iterations have to `both`.
  static void separate(ConflictLine& line) {
    const auto parts = [](const std::string& text) {
      std::vector<std::string> list;
      int depth = 0;
      size_t from = 0;
      for (size_t i = 0; i <= text.size(); ++i) {
        if (i < text.size() && text[i] == '[') ++depth;
        if (i < text.size() && text[i] == ']') --depth;
        if (depth > 0 || (i < text.size() && text.compare(i, 2, ", ") != 0)) continue;
        if (i > from) list.push_back(text.substr(from, i - from));
        from = i + 2;
      }
      return list;
    };
    const std::vector<std::string> first = parts(line.first), second = parts(line.second);
    const auto in = [](const std::vector<std::string>& list, const std::string& part) {
      return std::find(list.begin(), list.end(), part) != list.end();
    };
    line.first = line.second = {};
    for (const std::string& part : first) addItem(in(second, part) ? line.both : line.first, part);
    for (const std::string& part : second)
      if (!in(first, part)) addItem(line.second, part);
  }

  // A statement of the init is no access of an iteration.
  bool inInit(int line) const {
    const size_t indent = lineText(line).find_first_not_of(' ');
    for (int above = line - 1; above >= 0; --above) {
      const std::string text = lineText(above);
      const size_t at = text.find_first_not_of(' ');
      if (at == std::string::npos || at >= indent) continue;
      return text.compare(at, std::string::npos, "with T.init():") == 0;
    }
    return false;
  }

  void add(const Witness::Point& point, std::string ConflictLine::* side, const std::string& element) {
    const std::vector<BlockId> blocks = program_.blocksNamed(point.block, function_);
    if (blocks.empty()) return;
    for (const LoopId loop : program_.loops(function_)) {
      if (!program_.isAncestor(loop, blocks.front())) continue;
      for (const auto& [variable, value] : point.iteration) {
        const auto line = variable == program_.name(loop) ? lineOf(loop) : std::nullopt;
        if (!line) continue;
        addItem(lines_[*line].*side, variable + " = " + std::to_string(value));
      }
    }
    addElement(blocks.front(), side, element);
  }

  // The accesses of the element's buffer in the statements of the block.
  void addElement(BlockId block, std::string ConflictLine::* side, const std::string& element) {
    const std::string buffer = element.substr(0, element.find('['));
    std::optional<int> last = lineOf(block);
    for (const MappedRange& range : printed_.map.ranges()) {
      if (range.kind != MappedRange::Kind::Buffer || range.block != block || range.name != buffer) continue;
      const int line = lineAt(range.span.begin);
      if (isRegion(line) || inInit(line)) continue;
      const size_t close = printed_.text.find(']', size_t(range.span.end));
      const int begin = begins_[size_t(line)];
      const int end = close == std::string::npos ? range.span.end : int(close) + 1;
      std::vector<Span>& places = lines_[line].element;
      const Span place{range.span.begin - begin, end - begin};
      if (std::none_of(places.begin(), places.end(), [&](const Span& s) { return s.begin == place.begin; }))
        places.push_back(place);
      last = line;
    }
    if (last) lines_[*last].*side = element;
  }

  void collect(ConflictText& text) {
    size_t indent = std::string::npos;
    for (const auto& [line, about] : lines_) indent = std::min(indent, lineText(line).find_first_not_of(' '));
    int before = -1;
    for (auto& [line, about] : lines_) {
      if (before >= 0 && line - before - 1 <= kMostBetween)
        for (int i = before + 1; i < line; ++i) text.lines.push_back({.text = cut(lineText(i), indent)});
      else if (before >= 0)
        text.lines.push_back({.text = std::string(lineText(line).find_first_not_of(' ') - indent, ' ') + "..."});
      about.text = cut(lineText(line), indent);
      for (Span& span : about.element) span = {span.begin - int(indent), span.end - int(indent)};
      text.lines.push_back(about);
      before = line;
    }
  }

  static std::string cut(const std::string& line, size_t indent) {
    return line.size() > indent ? line.substr(std::min(indent, line.find_first_not_of(' '))) : std::string();
  }

  const Snapshot& program_;
  const int function_;
  const PrintedText printed_;
  std::vector<int> begins_;
  std::map<int, ConflictLine> lines_;
};

}  // namespace

std::string ConflictText::text() const {
  std::string all;
  for (const ConflictLine& line : lines) all += line.text + "\n";
  if (!all.empty()) all.pop_back();
  return all;
}

ConflictText conflictOf(const Snapshot& program, int function, const Explanation& refusal) {
  return Builder(program, function).build(refusal);
}

}  // namespace lw
