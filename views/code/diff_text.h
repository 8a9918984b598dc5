// Two texts in one, as a code view shows their difference: every line of the second, and where lines of the first are
// gone, these too.
#pragma once

#include "core/text/diff.h"

namespace lw {

struct DiffText {
  std::string text;
  std::vector<DiffLine> lines;
  std::vector<int> begins;        // of every line, in `text`
  std::vector<int> shownLine;     // of every line of the second text
  std::vector<int> secondBegins;  // of every line of the second text, there
  int added = 0, removed = 0;

  Span shown(const Span& inSecond) const;
  int second(int shownOffset) const;  // the place in the second text; of a line that is gone: where it would stand
};

DiffText diffText(const std::string& before, const std::string& after);

}  // namespace lw
