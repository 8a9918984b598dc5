// Where a text can be folded: a line whose next one is indented deeper holds all lines below that are deeper than
// itself.
#pragma once

#include <string_view>
#include <vector>

namespace lw {

struct FoldLine {
  int depth = 0;        // columns before the first letter; of an empty line: what the next line with letters has
  bool header = false;  // it can be folded
  bool blank = false;
  friend bool operator==(const FoldLine&, const FoldLine&) = default;
};

// One for each line; the text after the last end of a line is a line too.
std::vector<FoldLine> foldLines(std::string_view text);

// Headers that were folded in `before`, where they stand in `after`; lines that are no more, or no headers any more,
// are left out. Both lists are ascending numbers of lines, from 0.
std::vector<int> foldsCarriedOver(std::string_view before, const std::vector<int>& folded, std::string_view after);

}  // namespace lw
