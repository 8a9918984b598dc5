#include "views/code/code_view.h"

#include <QDragEnterEvent>
#include <QHelpEvent>
#include <QMenu>
#include <QMimeData>
#include <QScrollBar>
#include <QToolTip>
#include <algorithm>
#include <climits>
#include <cmath>
#include <memory>

#include "views/code/code_marks.h"
#include "views/code/fold_levels.h"
#include "views/translation/translate_messages.h"

namespace lw {
namespace {

constexpr int kLineHeight = 20;  // pixels
constexpr int kLeastShift = 4;   // in pairs of letters
constexpr int kReadable = 14;    // letters

// In letters.
size_t longestLine(const std::string& text) {
  size_t longest = 0, line = 0;
  for (const char c : text) {
    line = c == '\n' ? 0 : line + ((c & 0xc0) != 0x80);  // a letter's first byte
    longest = std::max(longest, line);
  }
  return longest;
}

}  // namespace

CodeView::CodeView(QWidget* parent) : QsciScintilla(parent), lexer_(new CodeLexer(this)) {
  viewport()->setAttribute(Qt::WA_OpaquePaintEvent);  // what is behind is not painted
  setUtf8(true);
  setEolMode(EolUnix);
  setFrameShape(QFrame::NoFrame);
  setLexer(lexer_);
  setTabWidth(4);
  setIndentationsUseTabs(false);
  setAutoIndent(true);
  setMarginType(0, TextMarginRightJustified);
  SendScintilla(SCI_SETMARGINLEFT, 0UL, 0L);  // the numbers bring their own room, which is tinted with the line
  SendScintilla(SCI_SETEXTRAASCENT, 2UL);
  SendScintilla(SCI_SETEXTRADESCENT, 2UL);
  SendScintilla(SCI_SETSCROLLWIDTH, 1UL);
  SendScintilla(SCI_SETSCROLLWIDTHTRACKING, 1UL);
  SendScintilla(SCI_SETLAYOUTCACHE, (unsigned long)SC_CACHE_DOCUMENT);
  SendScintilla(SCI_SETPOSITIONCACHE, 8192UL);  // words: most are in the next text too
  SendScintilla(SCI_SETENDATLASTLINE, 1UL);
  SendScintilla(SCI_SETCARETLINEVISIBLEALWAYS, 0UL);
  setUpKeys();
  setUpFolds();
  setUpBreakpoints();
  setUpMarks();
  for (const int marker : {kHighlightMarker, kAddedMarker, kRemovedMarker}) markerDefine(Background, marker);
  for (const int word : {kAddedIndicator, kRemovedIndicator}) {
    SendScintilla(SCI_INDICSETSTYLE, (unsigned long)word, (long)INDIC_STRAIGHTBOX);
    SendScintilla(SCI_INDICSETOUTLINEALPHA, (unsigned long)word, 0L);
    SendScintilla(SCI_INDICSETUNDER, (unsigned long)word, 1L);
  }
  SendScintilla(SCI_INDICSETSTYLE, (unsigned long)kErrorIndicator, (long)INDIC_SQUIGGLE);
  SendScintilla(SCI_INDICSETSTYLE, (unsigned long)kWarningIndicator, (long)INDIC_SQUIGGLELOW);
  connect(this, &QsciScintilla::cursorPositionChanged, this, [this] {
    if (!setting_ && hasFocus()) Q_EMIT offsetPicked(offset());
  });
  setMarginType(kScrolledMargin, SymbolMarginColor);
  setMarginWidth(kScrolledMargin, 0);
  connect(this, &QsciScintillaBase::SCN_UPDATEUI, this, [this](int what) {
    if (what & SC_UPDATE_H_SCROLL)
      setMarginWidth(kScrolledMargin, SendScintilla(SCI_GETXOFFSET) > 0 ? kScrolledWidth : 0);
  });
  digit_ = QFontMetricsF(codeFont()).horizontalAdvance('0');
  // What stands beside lines goes with them.
  connect(this, &QsciScintillaBase::SCN_MODIFIED, this, [this](int, int, const char*, int, int linesAdded) {
    if (linesAdded != 0) margin_.clear();
  });
  connect(verticalScrollBar(), &QScrollBar::valueChanged, this, &CodeView::fillMargin);
  connect(this, &QsciScintilla::textChanged, this, [this] {
    if (setting_) return;
    plain_ = code();
    showFoldLevels(plain_);
    showMargin();
    Q_EMIT edited();
  });
}

// Zooming is the window's, for all texts; and no chord of the editor's own changes the program, but those for the
// clipboard, undo and words.
void CodeView::setUpKeys() {
  for (const QsciCommand::Command command :
       {QsciCommand::ZoomIn, QsciCommand::ZoomOut, QsciCommand::SelectionDuplicate, QsciCommand::LineDuplicate,
        QsciCommand::LineTranspose, QsciCommand::LineCut, QsciCommand::LineCopy, QsciCommand::LineDelete,
        QsciCommand::SelectionLowerCase, QsciCommand::SelectionUpperCase, QsciCommand::EditToggleOvertype})
    if (QsciCommand* bound = standardCommands()->find(command)) {
      bound->setKey(0);
      bound->setAlternateKey(0);
    }
  connect(this, &QsciScintillaBase::SCN_ZOOM, this, [this] {
    digit_ = letterWidth();
    showMargin();
    Q_EMIT zoomed(zoom());
  });
}

void CodeView::setZoom(int zoom) {
  if (zoom != this->zoom()) zoomTo(std::clamp(zoom, kLeastZoom, kMostZoom));
}

void CodeView::setScale(qreal scale) {
  scale_ = scale;
  lexer_->setScale(scale);
  digit_ = QFontMetricsF(codeFont(12.5 * scale)).horizontalAdvance('0');
}

void CodeView::setTheme(const Theme& t) {
  lexer_->setTheme(t);
  const std::vector<int> folded = foldedLines();
  setLexer(lexer_);  // applies colours and fonts to every style, and forgets folds
  showFoldLevels(code());
  for (const int line : folded) setFolded(line, true);
  const int text = int(SendScintilla(SCI_TEXTHEIGHT, 0UL)) - int(SendScintilla(SCI_GETEXTRAASCENT)) -
                   int(SendScintilla(SCI_GETEXTRADESCENT));
  const int extra = std::max(0, qRound(kLineHeight * scale_) - text);
  SendScintilla(SCI_SETEXTRAASCENT, (unsigned long)((extra + 1) / 2));
  SendScintilla(SCI_SETEXTRADESCENT, (unsigned long)(extra / 2));
  setPaper(t.panel);
  setColor(t.text);
  setCaretForegroundColor(t.text);
  setSelectionBackgroundColor(blend(t.selection, t.accent, 0.35));
  resetSelectionForegroundColor();
  setMarkerBackgroundColor(t.selection, kHighlightMarker);
  setMarkerBackgroundColor(blend(t.panel, t.vectorized, 0.17), kAddedMarker);
  setMarkerBackgroundColor(blend(t.panel, t.reduce, 0.17), kRemovedMarker);
  for (const auto& [indicator, color] : {std::pair{kAddedIndicator, t.vectorized}, {kRemovedIndicator, t.reduce}}) {
    QColor tint = color;
    tint.setAlpha(t.dark ? 105 : 70);
    setIndicatorForegroundColor(tint, indicator);
  }
  setMarginsBackgroundColor(t.panel);
  setMarginsForegroundColor(t.dim);
  setMarginBackgroundColor(kScrolledMargin, blend(t.panel, t.dim, 0.55));
  themeFolds(t);
  themeBreakpoints(t);
  themeSigns(t);
  themeMarks(t);
  setIndicatorForegroundColor(t.reduce, kErrorIndicator);
  setIndicatorForegroundColor(t.parallel, kWarningIndicator);
  showMargin();
}

void CodeView::setLanguage(CodeLexer::Language language) {
  if (language == lexer_->kind()) return;
  lexer_->setLanguage(language);
  SendScintilla(SCI_COLOURISE, 0UL, -1L);
}

// With its notes, so that the margin does not become narrow in between: all lines would be laid out anew.
void CodeView::setCode(const std::string& text, const std::vector<std::string>& notes) {
  if (text == plain_ && !diff_) return setNotes(notes);
  diff_.reset();
  notes_ = notes;
  plain_ = text;
  replaceText(text);
  showDiff();
}

void CodeView::setNotes(const std::vector<std::string>& notes) {
  if (notes == notes_) return;
  notes_ = notes;
  showMargin();
}

void CodeView::setCompared(const std::string& before, const std::string& text) {
  diff_ = diffText(before, text);
  notes_.clear();
  plain_ = text;
  replaceText(diff_->text);
  showDiff();
}

void CodeView::replaceText(const std::string& text) {
  setting_ = true;
  const std::vector<int> folded = foldedLines();
  const std::string before = folded.empty() ? std::string() : code();
  const auto top = firstVisibleLine();
  const auto cursor = SendScintilla(SCI_GETCURRENTPOS);
  const long across = SendScintilla(SCI_GETXOFFSET);
  const bool locked = isReadOnly();
  setReadOnly(false);
  // As wide as it will be: else the bar goes with the text before and comes when the new one is painted, which is then
  // painted again.
  const long width = long(std::ceil(double(longestLine(text)) * letterWidth()));
  SendScintilla(SCI_SETSCROLLWIDTH, (unsigned long)std::max(1L, width));
  markerDeleteAll(kBreakpointMarker);
  SendScintilla(SCI_SETTEXT, text.c_str());
  setEolMode(text.find("\r\n") == std::string::npos ? EolUnix : EolWindows);  // of the lines that are typed
  SendScintilla(SCI_EMPTYUNDOBUFFER);
  showFoldLevels(text);
  for (const int line : foldsCarriedOver(before, folded, text)) setFolded(line, true);
  // Without a look at where the cursor is now: the old place may be at the end of a long line of the new text.
  SendScintilla(SCI_SETEMPTYSELECTION, (unsigned long)std::min<long>(cursor, long(text.size())));
  SendScintilla(SCI_SETFIRSTVISIBLELINE, (unsigned long)SendScintilla(SCI_VISIBLEFROMDOCLINE, (unsigned long)top));
  SendScintilla(SCI_SETXOFFSET, (unsigned long)std::clamp(width - textWidth(), 0L, across));
  setReadOnly(locked);
  setModified(false);
  highlighted_.clear();
  signsShown_ = false;
  setting_ = false;
}

void CodeView::goToStart() {
  across_ = 0;
  SendScintilla(SCI_SETEMPTYSELECTION, 0UL);
  SendScintilla(SCI_SETFIRSTVISIBLELINE, 0UL);
  SendScintilla(SCI_SETXOFFSET, 0UL);
}

// The editor's own look of a view that is switched off takes its colours from the palette, which is not that of a
// theme.
void CodeView::changeEvent(QEvent* event) {
  if (event->type() != QEvent::EnabledChange) QsciScintilla::changeEvent(event);
}

// Beside the margins, in pixels.
long CodeView::textWidth() const {
  return viewport()->width() - marginWidth(0) - marginWidth(kFoldMargin) - marginWidth(kSignMargin) -
         marginWidth(kGapMargin);
}

// All letters have one width; asked of the editor, so that what is zoomed is right too. In pixels.
double CodeView::letterWidth() const {
  static const QByteArray many(64, '0');
  return double(SendScintilla(SCI_TEXTWIDTH, (unsigned long)STYLE_DEFAULT, many.constData())) / double(many.size());
}

std::string CodeView::code() const {
  const auto length = size_t(SendScintilla(SCI_GETLENGTH));
  std::string text(length + 1, '\0');
  SendScintilla(SCI_GETTEXT, (unsigned long)(length + 1), text.data());
  text.resize(length);
  return text;
}

void CodeView::highlight(const std::vector<Span>& spans, bool reveal, const std::vector<int>& weights) {
  for (const int marker : {kHighlightMarker, kHighlightMarginMarker})
    SendScintilla(SCI_MARKERDELETEALL, (unsigned long)marker);
  highlighted_.clear();
  for (const Span& given : spans) {
    const Span span = diff_ ? diff_->shown(given) : given;
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
  fillMargin();
  if (!highlighted_.empty()) revealHighlight();
}

// Before a loop and after it stands code that belongs to it too; what a person looks for is its body.
void CodeView::revealHighlight() {
  const auto weight = [this](int shown) {
    const int line = diff_ && size_t(shown) < diff_->lines.size() ? diff_->lines[size_t(shown)].after : shown;
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
  const int top = int(SendScintilla(SCI_GETFIRSTVISIBLELINE)), visible = int(SendScintilla(SCI_LINESONSCREEN));
  const auto folded = [this](int line) { return !SendScintilla(SCI_GETLINEVISIBLE, (unsigned long)line); };
  if (std::all_of(highlighted_.begin(), highlighted_.end(), folded))
    SendScintilla(SCI_ENSUREVISIBLE, (unsigned long)first);
  const auto inSight = [&](int line) {
    const int at = int(SendScintilla(SCI_VISIBLEFROMDOCLINE, (unsigned long)line));
    return at >= top && at < top + visible - 1;
  };
  // Somebody who clicks into this text keeps his place.
  const int wanted = first + std::min(length, visible / 2) - 1;
  const bool seen =
      hasFocus() ? std::any_of(highlighted_.begin(), highlighted_.end(), inSight) : inSight(first) && inSight(wanted);
  if (!seen) scrollTo(first);
  const int cursor = int(SendScintilla(SCI_LINEFROMPOSITION, (unsigned long)SendScintilla(SCI_GETCURRENTPOS)));
  const bool here = hasFocus() && std::find(highlighted_.begin(), highlighted_.end(), cursor) != highlighted_.end();
  if (!here) revealIndent(first, first + length - 1);
}

// Across: to whole letters, and only where less than kReadable letters of the lines could be read; then from where they
// begin, with two letters of what is left of them, so that a deep nest is not only blanks.
void CodeView::revealIndent(int first, int last) {
  const int room = int(textWidth());
  const double letter = letterWidth();
  const auto distance = [&](long position) {
    return int(letter * double(SendScintilla(SCI_GETCOLUMN, (unsigned long)position)));
  };
  int indent = INT_MAX, end = 0;
  last = std::min(last, first + int(SendScintilla(SCI_LINESONSCREEN)));  // of those that can be seen
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
  if (across_ < kLeastShift * cell || room - indent >= kReadable * cell / 2) across_ = 0;  // not worth a movement
  SendScintilla(SCI_SETXOFFSET, (unsigned long)across_);
}

std::vector<int> CodeView::highlightedLines() const { return highlighted_; }

void CodeView::showMargin() {
  const bool nothing = isReadOnly() && SendScintilla(SCI_GETLENGTH) == 0;
  const int count = nothing ? 0 : lines();
  size_t longest = 0;
  for (const std::string& note : notes_) longest = std::max(longest, longestLine(note));
  digits_ = std::to_string(std::max(count, 99)).size();
  setMarginWidth(0, int(digit_ * double(digits_ + (diff_ ? 3 : 1) + (longest > 0 ? longest + 2 : 0))) + 6);
  setMarginWidth(kFoldMargin, nothing || !folds() ? 0 : kFoldWidth);
  if (nothing) setMarginWidth(0, 0);
  showMarginWidths();
  fillMargin();
}

// Beside the lines in sight, and there only what is another text: a program has thousands of lines, and a step changes
// each number behind it.
void CodeView::fillMargin() {
  const bool nothing = isReadOnly() && SendScintilla(SCI_GETLENGTH) == 0;
  const int count = nothing ? 0 : lines();
  if (margin_.size() != size_t(count)) {
    clearMarginText();
    margin_.assign(size_t(count), {});
  }
  for (int line = firstVisibleLine(), last = std::min(count, lineBelow()); line < last; ++line) {
    const bool selected = std::binary_search(highlighted_.begin(), highlighted_.end(), line);
    std::pair<std::string, int> wanted(marginText(line, digits_),
                                       selected ? CodeLexer::kMarginSelected : CodeLexer::kMargin);
    if (wanted == margin_[size_t(line)]) continue;
    SendScintilla(SCI_MARGINSETTEXT, (unsigned long)line, wanted.first.c_str());
    SendScintilla(SCI_MARGINSETSTYLE, (unsigned long)line, long(wanted.second));
    margin_[size_t(line)] = std::move(wanted);
  }
}

// The first line that is out of sight.
int CodeView::lineBelow() const {
  const long shown = SendScintilla(SCI_GETFIRSTVISIBLELINE) +
                     viewport()->height() / std::max(1L, SendScintilla(SCI_TEXTHEIGHT, 0UL)) + 2;
  return int(SendScintilla(SCI_DOCLINEFROMVISIBLE, (unsigned long)shown));
}

void CodeView::showMarginWidths() {
  const bool nothing = isReadOnly() && SendScintilla(SCI_GETLENGTH) == 0;
  setMarginWidth(kSignMargin, nothing ? 0 : signWidth());
  setMarginWidth(kGapMargin, nothing ? 0 : kGapWidth);
}

DiffLine::Kind CodeView::kindOf(int line) const {
  return diff_ && line >= 0 && size_t(line) < diff_->lines.size() ? diff_->lines[size_t(line)].kind
                                                                  : DiffLine::Kind::Same;
}

std::string CodeView::marginText(int line, size_t digits) const {
  if (!diff_) {
    const std::string number = std::to_string(line + 1);
    if (size_t(line) >= notes_.size()) return number + " ";
    return notes_[size_t(line)] + std::string(digits + 2 - std::min(digits, number.size()), ' ') + number + " ";
  }
  if (size_t(line) >= diff_->lines.size()) return {};
  if (kindOf(line) == DiffLine::Kind::Removed) return "− ";
  return std::to_string(diff_->lines[size_t(line)].after + 1) + (kindOf(line) == DiffLine::Kind::Added ? " + " : "   ");
}

void CodeView::showDiff() {
  for (const int marker : {kAddedMarker, kRemovedMarker}) SendScintilla(SCI_MARKERDELETEALL, (unsigned long)marker);
  for (const int indicator : {kAddedIndicator, kRemovedIndicator}) clearIndicator(indicator);
  for (size_t i = 0; diff_ && i < diff_->lines.size(); ++i) {
    if (kindOf(int(i)) == DiffLine::Kind::Same) continue;
    const bool added = kindOf(int(i)) == DiffLine::Kind::Added;
    markerAdd(int(i), added ? kAddedMarker : kRemovedMarker);
    for (const Span& word : diff_->lines[i].words)
      fillIndicator(added ? kAddedIndicator : kRemovedIndicator,
                    {diff_->begins[i] + word.begin, diff_->begins[i] + word.end});
  }
  showMargin();
}

void CodeView::scrollTo(int line) {
  const int visible = int(SendScintilla(SCI_LINESONSCREEN));
  const int at = int(SendScintilla(SCI_VISIBLEFROMDOCLINE, (unsigned long)line));
  SendScintilla(SCI_SETFIRSTVISIBLELINE, (unsigned long)std::max(0, at - visible / 4));
}

void CodeView::goToChange(int direction) {
  const int count = diff_ ? int(diff_->lines.size()) : 0;
  const auto differs = [this](int line) { return kindOf(line) != DiffLine::Kind::Same; };
  int line = int(SendScintilla(SCI_LINEFROMPOSITION, (unsigned long)SendScintilla(SCI_GETCURRENTPOS)));
  while (differs(line)) line += direction;  // out of the place that the cursor is in
  while (line >= 0 && line < count && !differs(line)) line += direction;
  if (!differs(line)) return;
  while (differs(line - 1)) --line;
  SendScintilla(SCI_GOTOPOS, (unsigned long)SendScintilla(SCI_POSITIONFROMLINE, (unsigned long)line));
  scrollTo(line);
}

void CodeView::setDiagnostics(const std::vector<Diagnostic>& diagnostics) {
  diagnostics_ = diagnostics;
  for (const int indicator : {kErrorIndicator, kWarningIndicator}) clearIndicator(indicator);
  for (const Diagnostic& d : diagnostics)
    if (d.span.valid())
      fillIndicator(d.severity == Diagnostic::Severity::Error ? kErrorIndicator : kWarningIndicator,
                    {d.span.begin, std::max(d.span.begin + 1, d.span.end)});
}

void CodeView::goTo(int offset) {
  const int shown = diff_ ? diff_->shown({offset, offset}).begin : offset;
  SendScintilla(SCI_ENSUREVISIBLE, (unsigned long)SendScintilla(SCI_LINEFROMPOSITION, (unsigned long)shown));
  SendScintilla(SCI_GOTOPOS, (unsigned long)shown);
  SendScintilla(SCI_SCROLLCARET);
}

int CodeView::offset() const {
  const int shown = int(SendScintilla(SCI_GETCURRENTPOS));
  return diff_ ? diff_->second(shown) : shown;
}

QString CodeView::diagnosticAt(const QPoint& position) const {
  const long at = SendScintilla(SCI_POSITIONFROMPOINTCLOSE, (unsigned long)position.x(), (long)position.y());
  for (const Diagnostic& d : diagnostics_)
    if (at >= d.span.begin && at <= std::max(d.span.end, d.span.begin + 1))
      return d.hint.empty() ? inWords(d.message) : inWords(d.message) + "\n" + inWords(d.hint);
  return {};
}

// Lines that are gone belong to another text.
QString CodeView::meaningAt(int shown) const {
  if (shown < 0 || !explain_) return {};
  if (kindOf(int(SendScintilla(SCI_LINEFROMPOSITION, (unsigned long)shown))) == DiffLine::Kind::Removed) return {};
  return explain_(diff_ ? diff_->second(shown) : shown);
}

bool CodeView::explainAtCursor() {
  const int at = shownCursor();
  const QString text = meaningAt(at);
  const QPoint below(int(SendScintilla(SCI_POINTXFROMPOSITION, 0UL, long(at))),
                     int(SendScintilla(SCI_POINTYFROMPOSITION, 0UL, long(at))) + kLineHeight / 2);
  QToolTip::showText(viewport()->mapToGlobal(below), text, this);
  return !text.isEmpty();
}

void CodeView::contextMenuEvent(QContextMenuEvent* event) {
  int at = shownCursor();
  if (event->reason() == QContextMenuEvent::Mouse)
    at = int(SendScintilla(SCI_CHARPOSITIONFROMPOINTCLOSE, (unsigned long)event->pos().x(), (long)event->pos().y()));
  const std::unique_ptr<QMenu> menu(createStandardContextMenu());
  if (at >= 0) Q_EMIT menuFilling(menu.get(), diff_ ? diff_->second(at) : at);
  menu->exec(event->globalPos());
}

// Files are for the window to open; text may be dropped here as anywhere.
void CodeView::dragEnterEvent(QDragEnterEvent* event) {
  if (event->mimeData()->hasUrls())
    event->ignore();
  else
    QsciScintilla::dragEnterEvent(event);
}

// Tab leaves a text that cannot be written.
bool CodeView::focusNextPrevChild(bool next) { return isReadOnly() ? QsciScintilla::focusNextPrevChild(next) : false; }

bool CodeView::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    const auto* help = static_cast<QHelpEvent*>(event);
    QString text = diagnosticAt(help->pos());
    if (text.isEmpty()) text = signWordsAt(help->pos());
    if (text.isEmpty())
      text = meaningAt(
          int(SendScintilla(SCI_CHARPOSITIONFROMPOINTCLOSE, (unsigned long)help->pos().x(), (long)help->pos().y())));
    QToolTip::showText(help->globalPos(), text, this);
    return true;
  }
  return QsciScintilla::event(event);
}

}  // namespace lw
