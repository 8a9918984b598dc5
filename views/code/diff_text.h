// Two texts combined, as a code view shows their difference: all lines of the second text, and the removed lines of the
// first one where they were.
#pragma once

#include "core/text/diff.h"

namespace lw {

struct DiffText {
  std::string text;
  std::vector<DiffLine> lines;
  std::vector<int> begins;        // offset of every line, in `text`
  std::vector<int> shownLine;     // of every line of the second text
  std::vector<int> secondBegins;  // offset of every line of the second text, in the second text
  int added = 0, removed = 0;

  Span shown(const Span& inSecond) const;
  int second(int shownOffset) const;  // the offset in the second text; for a removed line, the offset where it was
};

DiffText diffText(const std::string& before, const std::string& after);

}  // namespace lw
