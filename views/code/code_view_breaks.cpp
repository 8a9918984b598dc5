// Breakpoints beside the line numbers.
#include "views/code/code_marks.h"
#include "views/code/code_view.h"

namespace lw {

void CodeView::setUpBreakpoints() {
  markerDefine(Circle, kBreakpointMarker);
  setMarginMarkerMask(0, 1 << kBreakpointMarker);
  setMarginSensitivity(0, true);
  connect(this, &QsciScintilla::marginClicked, this, [this](int margin, int line) {
    if (margin != 0) return;
    const long shown = SendScintilla(SCI_GETLINEINDENTPOSITION, (unsigned long)line);
    Q_EMIT lineNumberClicked(diff_ ? diff_->second(int(shown)) : int(shown));
  });
}

void CodeView::themeBreakpoints(const Theme& theme) {
  setMarkerBackgroundColor(theme.reduce, kBreakpointMarker);
  setMarkerForegroundColor(theme.panel, kBreakpointMarker);
}

void CodeView::setBreakpoints(const std::vector<int>& offsets) {
  markerDeleteAll(kBreakpointMarker);
  for (const int offset : offsets) {
    const int shown = diff_ ? diff_->shown({offset, offset}).begin : offset;
    markerAdd(int(SendScintilla(SCI_LINEFROMPOSITION, (unsigned long)shown)), kBreakpointMarker);
  }
}

std::vector<int> CodeView::breakpointLines() const {
  std::vector<int> lines;
  for (int line = markerFindNext(0, 1u << kBreakpointMarker); line >= 0;
       line = markerFindNext(line + 1, 1u << kBreakpointMarker))
    lines.push_back(line);
  return lines;
}

}  // namespace lw
