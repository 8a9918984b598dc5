#include "core/text/fold_levels.h"

#include <algorithm>

#include "core/text/diff.h"

namespace lw {

std::vector<FoldLine> foldLines(std::string_view text) {
  constexpr int kDeepest = 2000;  // Scintilla's levels end at 3071
  std::vector<FoldLine> lines;
  while (true) {
    const size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    const size_t first = line.find_first_not_of(" \t\r");
    lines.push_back(
        {first == std::string_view::npos ? 0 : std::min(int(first), kDeepest), false, first == std::string_view::npos});
    if (end == text.size()) break;
    text.remove_prefix(end + 1);
  }
  int next = 0;  // depth of the next line that is not empty
  for (size_t i = lines.size(); i-- > 0;) {
    if (lines[i].blank) {
      lines[i].depth = next;
      continue;
    }
    lines[i].header = next > lines[i].depth;
    next = lines[i].depth;
  }
  return lines;
}

std::vector<int> foldsCarriedOver(std::string_view before, const std::vector<int>& folded, std::string_view after) {
  std::vector<int> carried;
  if (folded.empty()) return carried;
  const std::vector<FoldLine> lines = foldLines(after);
  for (const DiffLine& line : diffLines(before, after)) {
    if (line.kind != DiffLine::Kind::Same || !std::binary_search(folded.begin(), folded.end(), line.before)) continue;
    if (size_t(line.after) < lines.size() && lines[size_t(line.after)].header) carried.push_back(line.after);
  }
  return carried;
}

}  // namespace lw
