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

  // ---- search ----
  // Positions in the shown text, including removed lines. Words that a compact text leaves out are found as well: their
  // match is the part of the text that stands for them.
  struct Match : Span {
    int full = 0;  // offset in the full text
    bool folded = false;
  };
  std::vector<Match> findAll(const QString& what, bool matchCase, bool wholeWord) const;
  // Marks all matches, selects the current one (-1: none) and scrolls to it.
  void showMatches(const std::vector<Match>& matches, int current, bool reveal = true);
  int cursor() const;

  // ---- breakpoints: dots beside the line numbers, until the text is replaced ----
  void setBreakpoints(const std::vector<int>& offsets);
  std::vector<int> breakpointLines() const;

 private:
  void addFolded(std::vector<Match>& found, const QString& what, bool matchCase, bool wholeWord) const;

  CodeView& view_;
};

}  // namespace lw
