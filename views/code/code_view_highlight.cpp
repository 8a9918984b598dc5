// Highlights the lines of the selection and scrolls to them; indicators below letters.
#include <algorithm>
#include <climits>

#include "views/code/code_marks.h"
#include "views/code/code_view.h"

namespace lw {
namespace {

constexpr int kLeastShift = 4;  // in units of two characters

}  // namespace

void CodeView::highlight(const std::vector<Span>& spans, bool reveal, const std::vector<int>& weights) {
  for (const int marker : {kHighlightMarker, kHighlightMarginMarker})
    SendScintilla(SCI_MARKERDELETEALL, (unsigned long)marker);
  highlighted_.clear();
  for (const Span& given : spans) {
    const Span span = form_.shown(given);
    if (!span.valid()) continue;
    const int first = int(SendScintilla(SCI_LINEFROMPOSITION, (unsigned long)span.begin));
    const int last = int(SendScintilla(SCI_LINEFROMPOSITION, (unsigned long)std::max(span.begin, span.end - 1)));
    for (int line = first; line <= last; ++line)
      if (kindOf(line) != DiffLine::Kind::Removed) highlighted_.push_back(line);
  }
  std::sort(highlighted_.begin(), highlighted_.end());
  highlighted_.erase(std::unique(highlighted_.begin(), highlighted_.end()), highlighted_.end());
  for (const int line : highlighted_) {
    markerAdd(line, kHighlightMarker);
    markerAdd(line, kHighlightMarginMarker);
  }
  showMargin();
  weights_ = weights;
  if (reveal && !highlighted_.empty()) revealHighlight();
}

void CodeView::resizeEvent(QResizeEvent* event) {
  QsciScintilla::resizeEvent(event);
  form_.wrapNow(lines());
  fillMargin();
  if (!highlighted_.empty()) revealHighlight();
}

// Code before and after a loop may belong to it too, but the user looks for its body.
void CodeView::revealHighlight() {
  const auto weight = [this](int shown) {
    const int line = form_.fullLine(shown);
    return line >= 0 && size_t(line) < weights_.size() ? weights_[size_t(line)] : 0;
  };
  int heaviest = 0;
  for (const int line : highlighted_) heaviest = std::max(heaviest, weight(line));
  int first = -1, length = 0, runFirst = -1, runLength = 0;
  for (size_t i = 0; i < highlighted_.size(); ++i) {
    const int line = highlighted_[i];
    if (weight(line) != heaviest) continue;
    const bool joined = runFirst >= 0 && runFirst + runLength == line;
    if (!joined) runFirst = line, runLength = 0;
    if (++runLength > length) first = runFirst, length = runLength;
  }
  form_.wrapNow(lines());
  const int top = int(SendScintilla(SCI_GETFIRSTVISIBLELINE)), visible = int(SendScintilla(SCI_LINESONSCREEN));
  const auto folded = [this](int line) { return !SendScintilla(SCI_GETLINEVISIBLE, (unsigned long)line); };
  if (std::all_of(highlighted_.begin(), highlighted_.end(), folded))
    SendScintilla(SCI_ENSUREVISIBLE, (unsigned long)first);
  const auto inSight = [&](int line) {
    const int at = int(SendScintilla(SCI_VISIBLEFROMDOCLINE, (unsigned long)line));
    return at >= top && at < top + visible - 1;
  };
  // When the user clicks into this text, it does not scroll.
  const int wanted = first + std::min(length, visible / 2) - 1;
  const bool seen =
      hasFocus() ? std::any_of(highlighted_.begin(), highlighted_.end(), inSight) : inSight(first) && inSight(wanted);
  if (!seen) scrollTo(first);
  const int cursor = int(SendScintilla(SCI_LINEFROMPOSITION, (unsigned long)SendScintilla(SCI_GETCURRENTPOS)));
  const bool here = hasFocus() && std::find(highlighted_.begin(), highlighted_.end(), cursor) != highlighted_.end();
  if (!here) revealIndent(first, first + length - 1);
}

// Scrolls horizontally by whole characters until the lines are visible to their ends, but not further than two
// characters left of their indentation.
void CodeView::revealIndent(int first, int last) {
  if (form_.isNarrow()) return;
  const int room = int(textWidth());
  const double letter = letterWidth();
  const auto distance = [&](long position) {
    return int(letter * double(SendScintilla(SCI_GETCOLUMN, (unsigned long)position)));
  };
  int indent = INT_MAX, end = 0;
  const int header = distance(SendScintilla(SCI_GETLINEENDPOSITION, (unsigned long)first));
  last = std::min(last, first + int(SendScintilla(SCI_LINESONSCREEN)));  // of the visible lines
  for (int line = first; line <= last; ++line) {
    const long begin = SendScintilla(SCI_GETLINEINDENTPOSITION, (unsigned long)line),
               stop = SendScintilla(SCI_GETLINEENDPOSITION, (unsigned long)line);
    if (begin == stop) continue;
    indent = std::min(indent, distance(begin));
    end = std::max(end, distance(stop));
  }
  const int cell = int(2 * letter);
  across_ = end <= room || indent == INT_MAX ? 0 : std::min(std::max(0, indent - cell), std::max(0, end - room + cell));
  across_ -= across_ % cell;
  // Too little to show more of them, unless the first line is cut.
  if (across_ < kLeastShift * cell && end - across_ > room && header <= room) across_ = 0;
  SendScintilla(SCI_SETXOFFSET, (unsigned long)across_);
}

void CodeView::scrollTo(int line) {
  const int visible = int(SendScintilla(SCI_LINESONSCREEN));
  const int at = int(SendScintilla(SCI_VISIBLEFROMDOCLINE, (unsigned long)line));
  SendScintilla(SCI_SETFIRSTVISIBLELINE, (unsigned long)std::max(0, at - visible / 4));
}

std::vector<int> CodeView::highlightedLines() const { return highlighted_; }

void CodeView::setUpIndicators() {
  for (const int marker : {kHighlightMarker, kMovedMarker, kAddedMarker, kRemovedMarker})
    markerDefine(Background, marker);
  for (const int word : {kAddedIndicator, kRemovedIndicator}) {
    SendScintilla(SCI_INDICSETSTYLE, (unsigned long)word, (long)INDIC_STRAIGHTBOX);
    SendScintilla(SCI_INDICSETOUTLINEALPHA, (unsigned long)word, 0L);
    SendScintilla(SCI_INDICSETUNDER, (unsigned long)word, 1L);
  }
  SendScintilla(SCI_INDICSETSTYLE, (unsigned long)kErrorIndicator, (long)INDIC_SQUIGGLE);
  SendScintilla(SCI_INDICSETSTYLE, (unsigned long)kWarningIndicator, (long)INDIC_SQUIGGLELOW);
}

void CodeView::clearIndicator(int indicator) {
  SendScintilla(SCI_SETINDICATORCURRENT, (unsigned long)indicator);
  SendScintilla(SCI_INDICATORCLEARRANGE, 0UL, SendScintilla(SCI_GETLENGTH));
}

void CodeView::fillIndicator(int indicator, const Span& shown) {
  SendScintilla(SCI_SETINDICATORCURRENT, (unsigned long)indicator);
  SendScintilla(SCI_INDICATORFILLRANGE, (unsigned long)shown.begin, long(shown.end - shown.begin));
}

}  // namespace lw
