// Where a text can be folded: a line whose next one is indented deeper contains all following lines that are indented
// deeper than itself.
#pragma once

#include <string_view>
#include <vector>

namespace lw {

struct FoldLine {
  int depth = 0;  // columns before the first character; for an empty line, that of the next line that is not empty
  bool header = false;  // can be folded
  bool blank = false;
  friend bool operator==(const FoldLine&, const FoldLine&) = default;
};

// One for each line; the text after the last newline counts as a line.
std::vector<FoldLine> foldLines(std::string_view text);

// The line numbers in `after` of the headers that were folded in `before`; lines that were removed or are no longer
// headers are left out. Both lists are ascending line numbers, from 0.
std::vector<int> foldsCarriedOver(std::string_view before, const std::vector<int>& folded, std::string_view after);

}  // namespace lw
