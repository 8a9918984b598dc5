// What is marked in a text by letters: matches of a search, names that are pinned.
#include "views/code/code_marks.h"
#include "views/code/code_view.h"
#include "views/code/pins.h"

namespace lw {

void CodeView::setUpMarks() {
  constexpr int kShapes[kPinLooks] = {INDIC_ROUNDBOX, INDIC_COMPOSITIONTHICK, INDIC_STRAIGHTBOX, INDIC_DOTBOX,
                                      INDIC_DASH,     INDIC_DIAGONAL};
  for (int look = 0; look < kPinLooks; ++look) {
    SendScintilla(SCI_INDICSETSTYLE, (unsigned long)(kPinIndicator + look), long(kShapes[look]));
    SendScintilla(SCI_INDICSETUNDER, (unsigned long)(kPinIndicator + look), 1L);
  }
  for (const int box : {kMatchIndicator, kCurrentMatchIndicator}) {
    SendScintilla(SCI_INDICSETSTYLE, (unsigned long)box, long(INDIC_ROUNDBOX));
    SendScintilla(SCI_INDICSETUNDER, (unsigned long)box, 1L);
  }
}

void CodeView::themeMarks(const Theme& t) {
  for (int look = 0; look < kPinLooks; ++look) {
    const auto indicator = (unsigned long)(kPinIndicator + look);
    setIndicatorForegroundColor(pinColor(t, look), int(indicator));
    SendScintilla(SCI_INDICSETALPHA, indicator, long(look == 0 ? (t.dark ? 90 : 60) : 0));
    SendScintilla(SCI_INDICSETOUTLINEALPHA, indicator, 255L);
  }
  for (const int box : {kMatchIndicator, kCurrentMatchIndicator}) {
    const bool current = box == kCurrentMatchIndicator;
    setIndicatorForegroundColor(t.parallel, box);
    SendScintilla(SCI_INDICSETALPHA, (unsigned long)box, long(current ? (t.dark ? 150 : 130) : (t.dark ? 60 : 45)));
    SendScintilla(SCI_INDICSETOUTLINEALPHA, (unsigned long)box, long(current ? 255 : 130));
  }
}

void CodeView::clearIndicator(int indicator) {
  SendScintilla(SCI_SETINDICATORCURRENT, (unsigned long)indicator);
  SendScintilla(SCI_INDICATORCLEARRANGE, 0UL, SendScintilla(SCI_GETLENGTH));
}

void CodeView::fillIndicator(int indicator, const Span& shown) {
  SendScintilla(SCI_SETINDICATORCURRENT, (unsigned long)indicator);
  SendScintilla(SCI_INDICATORFILLRANGE, (unsigned long)shown.begin, long(shown.end - shown.begin));
}

void CodeView::showPins(const std::vector<PinPlaces>& pins) {
  for (int look = 0; look < kPinLooks; ++look) clearIndicator(kPinIndicator + look);
  const int length = int(SendScintilla(SCI_GETLENGTH));
  for (const PinPlaces& pin : pins)
    for (const Span& place : pin.places) {
      const Span shown = diff_ ? diff_->shown(place) : place;
      if (shown.valid() && shown.end <= length) fillIndicator(kPinIndicator + pin.look, shown);
    }
}

std::vector<Span> CodeView::findAll(const QString& what, bool matchCase, bool wholeWord) const {
  std::vector<Span> found;
  const QByteArray bytes = what.toUtf8();
  if (bytes.isEmpty()) return found;
  const long length = SendScintilla(SCI_GETLENGTH);
  SendScintilla(SCI_SETSEARCHFLAGS,
                (unsigned long)((matchCase ? SCFIND_MATCHCASE : 0) | (wholeWord ? SCFIND_WHOLEWORD : 0)));
  for (long from = 0; from < length;) {
    SendScintilla(SCI_SETTARGETSTART, (unsigned long)from);
    SendScintilla(SCI_SETTARGETEND, (unsigned long)length);
    const long at = SendScintilla(SCI_SEARCHINTARGET, (unsigned long)bytes.size(), bytes.constData());
    if (at < 0) break;
    const long end = SendScintilla(SCI_GETTARGETEND);
    found.push_back({int(at), int(end)});
    from = end > at ? end : at + 1;
  }
  return found;
}

void CodeView::showMatches(const std::vector<Span>& matches, int current, bool reveal) {
  for (const int box : {kMatchIndicator, kCurrentMatchIndicator}) clearIndicator(box);
  for (size_t i = 0; i < matches.size(); ++i)
    fillIndicator(int(i) == current ? kCurrentMatchIndicator : kMatchIndicator, matches[i]);
  if (current < 0 || !reveal) return;
  const Span& at = matches[size_t(current)];
  const int line = int(SendScintilla(SCI_LINEFROMPOSITION, (unsigned long)at.begin));
  setting_ = true;  // a search is no pick
  SendScintilla(SCI_ENSUREVISIBLE, (unsigned long)line);
  SendScintilla(SCI_SETSEL, (unsigned long)at.begin, long(at.end));
  setting_ = false;
  const int shown = int(SendScintilla(SCI_VISIBLEFROMDOCLINE, (unsigned long)line)),
            top = int(SendScintilla(SCI_GETFIRSTVISIBLELINE));
  if (shown < top || shown >= top + int(SendScintilla(SCI_LINESONSCREEN)) - 1) scrollTo(line);
}

}  // namespace lw
