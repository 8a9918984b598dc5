// The marks in a code view: pinned names, matches of a search, and breakpoints beside the line numbers.
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
    int look = 0;  // of kPinLooks: each has its own colour and shape
    std::vector<Span> places;
  };
  void showPins(const std::vector<PinPlaces>& pins);

  // ---- search: positions in the shown text, including removed lines ----
  std::vector<Span> findAll(const QString& what, bool matchCase, bool wholeWord) const;
  // Marks all matches, selects the current one (-1: none) and scrolls to it.
  void showMatches(const std::vector<Span>& matches, int current, bool reveal = true);
  int cursor() const;

  // ---- breakpoints: dots beside the line numbers, until the text is replaced ----
  void setBreakpoints(const std::vector<int>& offsets);
  std::vector<int> breakpointLines() const;

 private:
  CodeView& view_;
};

}  // namespace lw
