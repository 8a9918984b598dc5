// What changed between two texts: by lines, and by words inside of lines that took each other's place.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/support/explanation.h"

namespace lw {

struct DiffLine {
  enum class Kind : uint8_t { Same, Removed, Added };
  Kind kind = Kind::Same;
  int before = -1, after = -1;  // number of the line in either text, from 0; -1: it is not there
  std::vector<Span> words;      // bytes of the line that its partner does not have; empty: it has no partner
};

// Removed lines stand before the added ones that took their place. Shortest edit script by the method of Wu, Manber,
// Myers and Miller (dtl); texts that have too little in common to be worth the search are one block of removed and
// added lines.
std::vector<DiffLine> diffLines(std::string_view before, std::string_view after);

// The lines of a text without their ends; a last line without an end counts too.
std::vector<std::string_view> linesOf(std::string_view text);

}  // namespace lw
