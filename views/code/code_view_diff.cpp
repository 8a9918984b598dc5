// Comparison of two texts: added and removed lines, and changed words in them.
#include "views/code/code_marks.h"
#include "views/code/code_view.h"

namespace lw {

void CodeView::setCompared(const std::string& before, const std::string& text) {
  diff_ = diffText(before, text);
  notes_.clear();
  plain_ = text;
  replaceText(diff_->text);
  showDiff();
}

DiffLine::Kind CodeView::kindOf(int line) const {
  return diff_ && line >= 0 && size_t(line) < diff_->lines.size() ? diff_->lines[size_t(line)].kind
                                                                  : DiffLine::Kind::Same;
}

void CodeView::showDiff() {
  for (const int marker : {kMovedMarker, kAddedMarker, kRemovedMarker})
    SendScintilla(SCI_MARKERDELETEALL, (unsigned long)marker);
  for (const int indicator : {kAddedIndicator, kRemovedIndicator}) clearIndicator(indicator);
  for (size_t i = 0; diff_ && i < diff_->lines.size(); ++i) {
    if (kindOf(int(i)) == DiffLine::Kind::Same) continue;
    const bool added = kindOf(int(i)) == DiffLine::Kind::Added;
    markerAdd(int(i), diff_->lines[i].moved >= 0 ? kMovedMarker : added ? kAddedMarker : kRemovedMarker);
    for (const Span& word : diff_->lines[i].words)
      fillIndicator(added ? kAddedIndicator : kRemovedIndicator,
                    {diff_->begins[i] + word.begin, diff_->begins[i] + word.end});
  }
  showMargin();
}

void CodeView::goToChange(int direction) {
  const int count = diff_ ? int(diff_->lines.size()) : 0;
  const auto differs = [this](int line) { return kindOf(line) != DiffLine::Kind::Same; };
  int line = int(SendScintilla(SCI_LINEFROMPOSITION, (unsigned long)SendScintilla(SCI_GETCURRENTPOS)));
  while (differs(line)) line += direction;  // leaves the change that contains the cursor
  while (line >= 0 && line < count && !differs(line)) line += direction;
  if (!differs(line)) return;
  while (differs(line - 1)) --line;
  SendScintilla(SCI_GOTOPOS, (unsigned long)SendScintilla(SCI_POSITIONFROMLINE, (unsigned long)line));
  scrollTo(line);
}

}  // namespace lw
