// What is marked in a code view: names that are pinned, matches of a search, breakpoints beside the numbers of lines.
#pragma once

#include <QString>
#include <vector>

#include "core/text/source.h"
#include "views/theme/theme.h"

namespace lw {

class CodeView;

class CodeMarks {
 public:
  explicit CodeMarks(CodeView& view) : view_(view) {}
  void setUp();
  void setTheme(const Theme& theme);

  struct PinPlaces {
    int look = 0;  // of kPinLooks: each has a colour and a shape of its own
    std::vector<Span> places;
  };
  void showPins(const std::vector<PinPlaces>& pins);

  // ---- search: places in the text as it is shown, lines that are gone included ----
  std::vector<Span> findAll(const QString& what, bool matchCase, bool wholeWord) const;
  // Marks all of them, selects the current one (-1: none) and brings it into sight.
  void showMatches(const std::vector<Span>& matches, int current, bool reveal = true);
  int cursor() const;

  // ---- breakpoints: dots beside the numbers of lines, until another text is set ----
  void setBreakpoints(const std::vector<int>& offsets);
  std::vector<int> breakpointLines() const;

 private:
  CodeView& view_;
};

}  // namespace lw
