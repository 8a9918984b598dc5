// A printed program in fewer and shorter lines, as a narrow pane shows it: what a block reads and writes is part of the
// line of its header, and so is what it binds, where that fits; an initialisation of one statement follows `T.init():`;
// `C[i] = C[i] + x` is `C[i] += x`; a long signature fills several lines. Every part of the text that is kept knows its
// place in the full text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/support/explanation.h"

namespace lw {

struct CompactText {
  // `length` bytes that both texts have in common, at these offsets.
  struct Piece {
    int shown = 0, full = 0, length = 0;
  };

  std::string text;
  std::vector<Piece> pieces;  // in the order of `text`; they do not overlap
  std::vector<int> byFull;    // their indices, in the order of the full text
  std::vector<int> lines;     // for each line, the number of its first line in the full text; a signature's repeat it

  // The part that shows the span of the full text. A part that was left out is shown by the end of the part before it.
  Span shown(const Span& full) const;
  bool keeps(const Span& full) const;  // all of it is shown, in one piece
  int full(int shown) const;           // the offset in the full text
};

// `full`: TVMScript as the printer writes it. Lines that it does not write stay as they are.
CompactText compactText(std::string_view full);

}  // namespace lw
