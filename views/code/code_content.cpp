#include "views/code/code_content.h"

#include <cctype>

namespace lw {
namespace {

bool isLetter(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

// Whether the range is the name of a loop, a variable or a buffer, and not its whole text.
bool isName(const MappedRange& r) {
  if (r.kind == MappedRange::Kind::Variable || r.kind == MappedRange::Kind::Buffer) return !r.name.empty();
  return r.kind == MappedRange::Kind::Loop && r.span.end - r.span.begin == int(r.name.size());
}

}  // namespace

std::string nameAt(const CodeContent& content, const std::string& text, int offset) {
  if (content.map) {
    for (const MappedRange& r : content.map->ranges()) {
      if (r.span.begin > offset) break;
      if (offset <= r.span.end && isName(r)) return r.name;
    }
    return {};
  }
  if (content.language != CodeLexer::Language::Llvm || offset < 0 || offset > int(text.size())) return {};
  size_t begin = size_t(offset), end = begin;
  if (begin < text.size() && text[begin] == '%') ++begin, ++end;
  while (begin > 0 && isLetter(text[begin - 1])) --begin;
  while (end < text.size() && isLetter(text[end])) ++end;
  const bool value =
      begin > 0 && text[begin - 1] == '%' && begin < end && !std::isdigit(static_cast<unsigned char>(text[begin]));
  return value ? text.substr(begin, end - begin) : std::string();
}

std::vector<Span> placesOf(const CodeContent& content, const std::string& text, const std::string& name) {
  std::vector<Span> places;
  if (content.map) {
    for (const MappedRange& r : content.map->ranges())
      if (isName(r) && r.name == name && r.span.end - r.span.begin == int(name.size())) places.push_back(r.span);
    return places;
  }
  if (content.language != CodeLexer::Language::Llvm) return places;
  const std::string value = "%" + name;
  for (size_t at = text.find(value); at != std::string::npos; at = text.find(value, at + 1)) {
    const size_t end = at + value.size();
    if (end < text.size() && (isLetter(text[end]) || text[end] == '.')) continue;
    places.push_back({int(at), int(end)});
  }
  return places;
}

std::vector<Span> spansOf(const SourceMap& map, const LinkedSelection& selection) {
  std::vector<Span> spans;
  const auto first = [&spans](const std::vector<Span>& found) {
    if (!found.empty()) spans.push_back(found.front());
  };
  for (const LoopId loop : selection.nodes.loops) first(map.spansOf(loop));
  for (const BlockId block : selection.nodes.blocks) first(map.spansOf(block));
  for (const MappedRange& range : map.ranges())
    if (!selection.buffer.empty() && range.kind == MappedRange::Kind::Buffer && range.name == selection.buffer)
      spans.push_back(range.span);
  return spans;
}

LinkedSelection selectionAt(const SourceMap& map, int offset) {
  if (const MappedRange* inner = map.innermostAt(offset); inner && inner->kind == MappedRange::Kind::Buffer)
    return LinkedSelection::ofBuffer(inner->name);
  const MappedRange* range = map.scopeAt(offset);
  if (!range) return {};
  if (range->kind == MappedRange::Kind::Loop) return LinkedSelection::of(range->loop);
  return range->block.valid() ? LinkedSelection::of(range->block) : LinkedSelection();
}

std::optional<Meaning> meaningIn(const CodeContent& content, int offset) {
  if (!content.map) return {};
  for (const PrimFunc* function : content.functions)
    if (std::optional<Meaning> meaning = meaningAt(*content.map, *function, offset)) return meaning;
  return {};
}

}  // namespace lw
