// Compares two texts: by lines, and by words inside lines that replaced each other.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/support/explanation.h"

namespace lw {

struct DiffLine {
  enum class Kind : uint8_t { Same, Removed, Added };
  Kind kind = Kind::Same;
  int before = -1, after = -1;   // number of the line in each text, from 0; -1: the text does not have this line
  bool reindented = false;       // the line is the same but for its indentation
  std::vector<Span> words = {};  // bytes of the line that its partner does not have; empty: it has no partner
  // Of a removed or added line in a run of lines that is in the other text at another place: the number of the line
  // there; -1: none.
  int moved = -1;
};

// Lines that differ in their indentation only are the same: a new loop around lines does not change them. Removed lines
// come before the added lines that replaced them. In such a block, lines that differ in numbers only are partners.
// Computes the shortest edit script by the method of Wu, Manber, Myers and Miller (dtl); texts with too little in
// common for a search become one block of removed and added lines.
std::vector<DiffLine> diffLines(std::string_view before, std::string_view after);

// The lines of a text without line ends; a last line without a line end counts, too.
std::vector<std::string_view> linesOf(std::string_view text);

}  // namespace lw
