// The form in which a code view shows its text: in full or compact, and alone or compared with another text. Maps
// places between the shown text and the full one, which is CodeView::plainCode().
#pragma once

#include <QColor>
#include <QRegion>
#include <optional>
#include <string>

#include "core/text/print/compact_text.h"
#include "core/text/source.h"
#include "views/theme/theme.h"

namespace lw {

class CodeView;

class CodeForm {
 public:
  explicit CodeForm(CodeView& view) : view_(view) {}
  void setUp();
  void setTheme(const Theme& theme);
  // Compact, for TVMScript and C: narrow indentation, long lines wrapped, and in a text that cannot be edited,
  // prologues of blocks in the lines of their headers.
  void setCompact(bool compact);
  bool isCompact() const { return compact_; }
  void setFolds(bool folds) { folds_ = folds; }  // false: compact texts keep all their words
  void setProse(bool prose);                     // sentences instead of code: wrapped between words

  Span shown(const Span& span) const;
  bool shows(const Span& span) const;  // all of it, in one piece
  int fullOffset(int shown) const;
  int fullLine(int shownLine) const;  // -1: a removed line of a comparison
  const CompactText* folded() const { return folded_ ? &*folded_ : nullptr; }
  double indentShare() const { return isNarrow() ? indentShare_ : 1; }  // width of a space before a line, in characters
  int cutLines() const;            // the number of lines that are wider than the view
  void goToChange(int direction);  // of a comparison: the next (1) or previous (-1) change

  // ---- for the view ----
  const std::string& shorten(const std::string& text);  // returns the text to show
  void textReplaced() { folded_.reset(); }              // by one that is shown as it is
  bool copySelection() const;                           // false: the shown text is the full one
  bool isNarrow() const;
  void showLanguage();
  void setLongest(size_t columns);  // the width of the longest line: one of many thousand columns is not wrapped
  void fitIndent();
  void fitIndent(const std::string& text);
  void wrapNow(int changed);  // the number of lines that were not wrapped before
  void paint(const QRegion& region) const;

 private:
  CodeView& view_;
  std::optional<CompactText> folded_;  // the shown text, if parts of the full one are left out
  bool compact_ = false, prose_ = false, folds_ = true;
  bool endless_ = false;      // a line is too long to be wrapped
  double indentShare_ = 0.5;  // width of a space before a line, in characters
  QColor guide_, tint_;
};

}  // namespace lw
