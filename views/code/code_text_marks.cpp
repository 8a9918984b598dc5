#include "views/code/code_text_marks.h"

#include <algorithm>

#include "core/text/print/folded_words.h"
#include "views/code/code_marks.h"
#include "views/code/code_view.h"
#include "views/names/pins.h"

namespace lw {

void CodeMarks::setUp() {
  view_.markerDefine(QsciScintilla::Circle, kBreakpointMarker);
  view_.setMarginMarkerMask(0, 1 << kBreakpointMarker);
  view_.setMarginSensitivity(0, true);
  QObject::connect(&view_, &QsciScintilla::marginClicked, &view_, [this](int margin, int line) {
    if (margin != 0) return;
    const long shown = view_.SendScintilla(QsciScintilla::SCI_GETLINEINDENTPOSITION, (unsigned long)line);
    Q_EMIT view_.lineNumberClicked(view_.form()->fullOffset(int(shown)));
  });
  constexpr int kShapes[kPinLooks] = {QsciScintilla::INDIC_ROUNDBOX,    QsciScintilla::INDIC_COMPOSITIONTHICK,
                                      QsciScintilla::INDIC_STRAIGHTBOX, QsciScintilla::INDIC_DOTBOX,
                                      QsciScintilla::INDIC_DASH,        QsciScintilla::INDIC_DIAGONAL};
  for (int look = 0; look < kPinLooks; ++look) {
    view_.SendScintilla(QsciScintilla::SCI_INDICSETSTYLE, (unsigned long)(kPinIndicator + look), long(kShapes[look]));
    view_.SendScintilla(QsciScintilla::SCI_INDICSETUNDER, (unsigned long)(kPinIndicator + look), 1L);
  }
  for (const int box : {kMatchIndicator, kCurrentMatchIndicator}) {
    view_.SendScintilla(QsciScintilla::SCI_INDICSETSTYLE, (unsigned long)box, long(QsciScintilla::INDIC_ROUNDBOX));
    view_.SendScintilla(QsciScintilla::SCI_INDICSETUNDER, (unsigned long)box, 1L);
  }
}

void CodeMarks::setTheme(const Theme& t) {
  view_.setMarkerBackgroundColor(t.reduce, kBreakpointMarker);
  view_.setMarkerForegroundColor(t.panel, kBreakpointMarker);
  for (int look = 0; look < kPinLooks; ++look) {
    const auto indicator = (unsigned long)(kPinIndicator + look);
    view_.setIndicatorForegroundColor(pinColor(t, look), int(indicator));
    view_.SendScintilla(QsciScintilla::SCI_INDICSETALPHA, indicator, long(look == 0 ? (t.dark ? 90 : 60) : 0));
    view_.SendScintilla(QsciScintilla::SCI_INDICSETOUTLINEALPHA, indicator, 255L);
  }
  for (const int box : {kMatchIndicator, kCurrentMatchIndicator}) {
    const bool current = box == kCurrentMatchIndicator;
    view_.setIndicatorForegroundColor(t.parallel, box);
    view_.SendScintilla(QsciScintilla::SCI_INDICSETALPHA, (unsigned long)box,
                        long(current ? (t.dark ? 150 : 130) : (t.dark ? 60 : 45)));
    view_.SendScintilla(QsciScintilla::SCI_INDICSETOUTLINEALPHA, (unsigned long)box, long(current ? 255 : 130));
  }
}

void CodeMarks::showPins(const std::vector<PinPlaces>& pins) {
  for (int look = 0; look < kPinLooks; ++look) view_.clearIndicator(kPinIndicator + look);
  const int length = int(view_.SendScintilla(QsciScintilla::SCI_GETLENGTH));
  for (const PinPlaces& pin : pins)
    for (const Span& place : pin.places) {
      const Span shown = view_.form()->shown(place);
      if (view_.form()->shows(place) && shown.valid() && shown.end <= length)
        view_.fillIndicator(kPinIndicator + pin.look, shown);
    }
}

std::vector<CodeMarks::Match> CodeMarks::findAll(const QString& what, bool matchCase, bool wholeWord) const {
  std::vector<Match> found;
  const QByteArray bytes = what.toUtf8();
  if (bytes.isEmpty()) return found;
  const long length = view_.SendScintilla(QsciScintilla::SCI_GETLENGTH);
  view_.SendScintilla(QsciScintilla::SCI_SETSEARCHFLAGS,
                      (unsigned long)((matchCase ? QsciScintilla::SCFIND_MATCHCASE : 0) |
                                      (wholeWord ? QsciScintilla::SCFIND_WHOLEWORD : 0)));
  for (long from = 0; from < length;) {
    view_.SendScintilla(QsciScintilla::SCI_SETTARGETSTART, (unsigned long)from);
    view_.SendScintilla(QsciScintilla::SCI_SETTARGETEND, (unsigned long)length);
    const long at =
        view_.SendScintilla(QsciScintilla::SCI_SEARCHINTARGET, (unsigned long)bytes.size(), bytes.constData());
    if (at < 0) break;
    const long end = view_.SendScintilla(QsciScintilla::SCI_GETTARGETEND);
    found.push_back({{int(at), int(end)}, view_.form()->fullOffset(int(at)), false});
    from = end > at ? end : at + 1;
  }
  addFolded(found, what, matchCase, wholeWord);
  return found;
}

// One match for each place, and none where the place itself contains the words: `reads A` for `A` in `T.reads(A[i])`.
void CodeMarks::addFolded(std::vector<Match>& found, const QString& what, bool matchCase, bool wholeWord) const {
  const CompactText* compact = view_.form()->folded();
  if (!compact) return;
  const size_t seen = found.size();
  for (const Span& words : foldedMatches(*compact, view_.plainCode(), what.toStdString(), matchCase, wholeWord)) {
    const Span place = standInFor(*compact, view_.plainCode(), words);
    const auto next = std::lower_bound(found.begin(), found.begin() + std::ptrdiff_t(seen), place.begin,
                                       [](const Match& match, int at) { return match.end <= at; });
    const bool said = next != found.begin() + std::ptrdiff_t(seen) && next->begin < place.end;
    const bool again = found.size() > seen && found.back().begin == place.begin;
    if (!said && !again && place.valid()) found.push_back({place, words.begin, true});
  }
  std::stable_sort(found.begin(), found.end(), [](const Match& a, const Match& b) { return a.begin < b.begin; });
}

void CodeMarks::showMatches(const std::vector<Match>& matches, int current, bool reveal) {
  for (const int box : {kMatchIndicator, kCurrentMatchIndicator}) view_.clearIndicator(box);
  for (size_t i = 0; i < matches.size(); ++i)
    view_.fillIndicator(int(i) == current ? kCurrentMatchIndicator : kMatchIndicator, matches[i]);
  if (current < 0 || !reveal) return;
  const Match& at = matches[size_t(current)];
  const int line = int(view_.SendScintilla(QsciScintilla::SCI_LINEFROMPOSITION, (unsigned long)at.begin));
  view_.setting_ = true;  // moving the cursor to a match does not select
  view_.SendScintilla(QsciScintilla::SCI_ENSUREVISIBLE, (unsigned long)line);
  view_.SendScintilla(QsciScintilla::SCI_SETSEL, (unsigned long)at.begin, long(at.end));
  view_.setting_ = false;
  const int shown = int(view_.SendScintilla(QsciScintilla::SCI_VISIBLEFROMDOCLINE, (unsigned long)line)),
            top = int(view_.SendScintilla(QsciScintilla::SCI_GETFIRSTVISIBLELINE));
  if (shown < top || shown >= top + int(view_.SendScintilla(QsciScintilla::SCI_LINESONSCREEN)) - 1)
    view_.scrollTo(line);
}

void CodeMarks::setBreakpoints(const std::vector<int>& offsets) {
  view_.markerDeleteAll(kBreakpointMarker);
  for (const int offset : offsets) {
    const int shown = view_.form()->shown({offset, offset}).begin;
    view_.markerAdd(int(view_.SendScintilla(QsciScintilla::SCI_LINEFROMPOSITION, (unsigned long)shown)),
                    kBreakpointMarker);
  }
}

std::vector<int> CodeMarks::breakpointLines() const {
  std::vector<int> lines;
  for (int line = view_.markerFindNext(0, 1u << kBreakpointMarker); line >= 0;
       line = view_.markerFindNext(line + 1, 1u << kBreakpointMarker))
    lines.push_back(line);
  return lines;
}

int CodeMarks::cursor() const { return view_.shownCursor(); }

}  // namespace lw
