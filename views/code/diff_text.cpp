#include "views/code/diff_text.h"

#include <algorithm>

namespace lw {
namespace {

// The index of the line that contains the offset.
size_t lineAt(const std::vector<int>& begins, int offset) {
  const auto next = std::upper_bound(begins.begin(), begins.end(), offset);
  return next == begins.begin() ? 0 : static_cast<size_t>(next - begins.begin() - 1);
}

}  // namespace

DiffText diffText(const std::string& before, const std::string& after) {
  DiffText result;
  result.lines = diffLines(before, after);
  const std::vector<std::string_view> a = linesOf(before), b = linesOf(after);
  for (const std::string_view line : b) result.secondBegins.push_back(static_cast<int>(line.data() - after.data()));
  for (const DiffLine& line : result.lines) {
    result.begins.push_back(static_cast<int>(result.text.size()));
    const bool gone = line.kind == DiffLine::Kind::Removed;
    if (!gone) result.shownLine.push_back(static_cast<int>(result.begins.size()) - 1);
    result.text += gone ? a[static_cast<size_t>(line.before)] : b[static_cast<size_t>(line.after)];
    result.text += '\n';
    result.removed += gone;
    result.added += line.kind == DiffLine::Kind::Added;
  }
  return result;
}

Span DiffText::shown(const Span& span) const {
  if (!span.valid() || secondBegins.empty()) return {};
  const auto moved = [&](int offset) {
    const size_t line = lineAt(secondBegins, offset);
    return begins[static_cast<size_t>(shownLine[line])] + offset - secondBegins[line];
  };
  return {moved(span.begin), moved(std::max(span.begin, span.end - 1)) + (span.end > span.begin ? 1 : 0)};
}

int DiffText::second(int offset) const {
  if (begins.empty() || secondBegins.empty()) return 0;
  size_t line = lineAt(begins, offset);
  const bool gone = lines[line].kind == DiffLine::Kind::Removed;
  while (line < lines.size() && lines[line].after < 0) ++line;
  if (line == lines.size()) return secondBegins.back();
  const size_t there = static_cast<size_t>(lines[line].after);
  return secondBegins[there] + (gone ? 0 : offset - begins[line]);
}

}  // namespace lw
