// Comparison of two texts: added and removed lines, and changed words in them.
#include "views/code/code_marks.h"
#include "views/code/code_view.h"

namespace lw {

void CodeView::setCompared(const std::string& before, const std::string& text) {
  diff_ = diffText(before, text);
  notes_.clear();
  plain_ = text;
  form_.textReplaced();
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

}  // namespace lw
