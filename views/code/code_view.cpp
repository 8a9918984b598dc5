#include "views/code/code_view.h"

#include <QDragEnterEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMimeData>
#include <QPaintEvent>
#include <QScrollBar>
#include <QToolTip>
#include <algorithm>
#include <cctype>
#include <cmath>
#include <memory>

#include "app/models/text/translate_messages.h"
#include "core/text/fold_levels.h"
#include "views/code/code_marks.h"
#include "views/names/pins.h"

namespace lw {
namespace {

constexpr int kLineHeight = 20;  // pixels

// The letters that are underlined for a diagnostic: at the end of a line, where there are none, the word before it.
Span underlined(const std::string& text, const Span& span) {
  const auto blank = [&](int at) {
    return at >= int(text.size()) || std::isspace(static_cast<unsigned char>(text[at]));
  };
  const int end = std::max(span.begin + 1, span.end);
  for (int at = span.begin; at < end; ++at)
    if (!blank(at)) return {span.begin, std::min(end, int(text.size()))};
  int last = std::min(span.begin, int(text.size()));
  while (last > 0 && blank(last - 1)) --last;
  int begin = last;
  const auto letter = [&](int at) {
    const auto c = static_cast<unsigned char>(text[at]);
    return std::isalnum(c) || c == '_' || c >= 0x80;
  };
  while (begin > 0 && letter(begin - 1)) --begin;
  return {begin < last ? begin : std::max(0, last - 1), last};
}

}  // namespace

CodeView::CodeView(QWidget* parent)
    : QsciScintilla(parent), lexer_(new CodeLexer(this)), form_(*this), folds_(*this), marks_(*this), signs_(*this) {
  viewport()->setAttribute(Qt::WA_OpaquePaintEvent);  // the background is not painted
  setUtf8(true);
  setEolMode(EolUnix);
  setFrameShape(QFrame::NoFrame);
  setLexer(lexer_);
  setTabWidth(4);
  setIndentationsUseTabs(false);
  setAutoIndent(true);
  setMarginType(0, TextMarginRightJustified);
  SendScintilla(SCI_SETMARGINLEFT, 0UL, 0L);  // the margin has its own space, tinted like the line
  SendScintilla(SCI_SETEXTRAASCENT, 2UL);
  SendScintilla(SCI_SETEXTRADESCENT, 2UL);
  SendScintilla(SCI_SETSCROLLWIDTH, 1UL);
  SendScintilla(SCI_SETSCROLLWIDTHTRACKING, 1UL);
  SendScintilla(SCI_SETLAYOUTCACHE, (unsigned long)SC_CACHE_DOCUMENT);
  SendScintilla(SCI_SETPOSITIONCACHE, 8192UL);  // words: most recur in the next text
  SendScintilla(SCI_SETENDATLASTLINE, 1UL);
  SendScintilla(SCI_SETCARETLINEVISIBLEALWAYS, 0UL);
  setUpKeys();
  form_.setUp();
  folds_.setUp();
  marks_.setUp();
  setUpIndicators();
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
  // Marks beside lines move with the lines.
  connect(this, &QsciScintillaBase::SCN_MODIFIED, this, [this](int, int, const char*, int, int linesAdded) {
    if (linesAdded != 0) margin_.clear();
  });
  connect(verticalScrollBar(), &QScrollBar::valueChanged, this, &CodeView::fillMargin);
  connect(this, &QsciScintilla::textChanged, this, [this] {
    if (setting_) return;
    plain_ = code();
    folds_.showLevels(plain_);
    showMargin();
    Q_EMIT edited();
  });
}

// The window zooms all texts together; of the editor's own shortcuts only those for the clipboard, undo and words
// remain.
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
    form_.fitIndent();
    showMargin();
    Q_EMIT zoomed(zoom());
  });
}

void CodeView::setZoom(int zoom) {
  if (zoom != this->zoom()) zoomTo(std::clamp(zoom, kLeastCodeZoom, kMostCodeZoom));
}

void CodeView::setScale(qreal scale) {
  scale_ = scale;
  lexer_->setScale(scale);
  digit_ = QFontMetricsF(codeFont(12.5 * scale)).horizontalAdvance('0');
}

void CodeView::setTheme(const Theme& t) {
  lexer_->setTheme(t);
  const std::vector<int> folded = folds_.lines();
  setLexer(lexer_);  // applies colours and fonts to every style, and resets folds
  form_.setTheme(t);
  folds_.showLevels(code());
  for (const int line : folded) folds_.setFolded(line, true);
  const int text = int(SendScintilla(SCI_TEXTHEIGHT, 0UL)) - int(SendScintilla(SCI_GETEXTRAASCENT)) -
                   int(SendScintilla(SCI_GETEXTRADESCENT));
  const int extra = std::max(0, qRound(kLineHeight * scale_) - text);
  SendScintilla(SCI_SETEXTRAASCENT, (unsigned long)((extra + 1) / 2));
  SendScintilla(SCI_SETEXTRADESCENT, (unsigned long)(extra / 2));
  setPaper(t.panel);
  setColor(t.text);
  setCaretForegroundColor(t.text);
  setSelectionBackgroundColor(blend(t.selection, t.selectionEdge, 0.35));
  resetSelectionForegroundColor();
  setMarkerBackgroundColor(t.selection, kHighlightMarker);
  setMarkerBackgroundColor(blend(t.panel, t.vectorized, 0.17), kAddedMarker);
  setMarkerBackgroundColor(blend(t.panel, t.reduce, 0.17), kRemovedMarker);
  setMarkerBackgroundColor(blend(t.panel, t.dim, 0.17), kMovedMarker);
  for (const auto& [indicator, color] : {std::pair{kAddedIndicator, t.vectorized}, {kRemovedIndicator, t.reduce}}) {
    QColor tint = color;
    tint.setAlpha(t.dark ? 105 : 70);
    setIndicatorForegroundColor(tint, indicator);
  }
  setMarginsBackgroundColor(t.panel);
  setMarginsForegroundColor(t.dim);
  setMarginBackgroundColor(kScrolledMargin, blend(t.panel, t.dim, 0.55));
  folds_.setTheme(t);
  signs_.setTheme(t);
  marks_.setTheme(t);
  setIndicatorForegroundColor(t.reduce, kErrorIndicator);
  setIndicatorForegroundColor(t.parallel, kWarningIndicator);
  showMargin();
}

void CodeView::setLanguage(CodeLexer::Language language) {
  if (language == lexer_->kind()) return;
  lexer_->setLanguage(language);
  form_.showLanguage();
  SendScintilla(SCI_COLOURISE, 0UL, -1L);
}

// Sets text and notes together, so that the margin does not shrink in between: all lines would be laid out again.
void CodeView::setCode(const std::string& text, const std::vector<std::string>& notes) {
  if (text == plain_ && !diff_) return setNotes(notes);
  diff_.reset();
  notes_ = notes;
  plain_ = text;
  showPlain();
}

void CodeView::showPlain() {
  replaceText(form_.shorten(plain_));
  showDiff();
}

void CodeView::setNotes(const std::vector<std::string>& notes) {
  if (notes == notes_) return;
  notes_ = notes;
  showMargin();
}

// Scintilla lays out and wraps what is new, so only the lines that differ are replaced, without the marks of the
// others. Returns the number of new lines.
int CodeView::replaceLines(const std::string& before, const std::string& after) {
  if (!SendScintilla(SCI_GETALLLINESVISIBLE)) {  // otherwise, lines would stay hidden
    SendScintilla(SCI_SETTEXT, after.c_str());
    return lines();
  }
  for (const int marker : {kHighlightMarker, kHighlightMarginMarker}) markerDeleteAll(marker);
  for (int indicator = kErrorIndicator; indicator < kPinIndicator + kPinLooks; ++indicator) clearIndicator(indicator);
  size_t begin = 0, end = 0;  // of the common parts: bytes from the start, and from the end
  const size_t most = std::min(before.size(), after.size());
  for (size_t i = 0; i < most && before[i] == after[i]; ++i)
    if (after[i] == '\n') begin = i + 1;
  for (size_t i = 0; i + begin < most && before[before.size() - 1 - i] == after[after.size() - 1 - i]; ++i)
    if (after[after.size() - 1 - i] == '\n') end = i;
  SendScintilla(SCI_SETTARGETSTART, (unsigned long)begin);
  SendScintilla(SCI_SETTARGETEND, (unsigned long)(before.size() - end));
  const std::string_view fresh = std::string_view(after).substr(begin, after.size() - end - begin);
  SendScintilla(SCI_REPLACETARGET, (unsigned long)fresh.size(), fresh.data());
  return int(std::count(fresh.begin(), fresh.end(), '\n')) + 1;
}

void CodeView::replaceText(const std::string& text) {
  setting_ = true;
  const std::vector<int> folded = folds_.lines();
  const std::string before = code();
  const auto top = firstVisibleLine();
  const auto cursor = SendScintilla(SCI_GETCURRENTPOS);
  const long across = SendScintilla(SCI_GETXOFFSET);
  const bool locked = isReadOnly();
  setReadOnly(false);
  // Sets the scroll width in advance: otherwise the scroll bar would appear after the new text is painted, which would
  // be painted twice.
  const size_t longest = longestLine(text);
  const long width = long(std::ceil(double(longest) * letterWidth()));
  SendScintilla(SCI_SETSCROLLWIDTH, (unsigned long)std::max(1L, width));
  markerDeleteAll(kBreakpointMarker);
  form_.fitIndent(text);
  form_.setLongest(std::max(longest, longestLine(before)));  // while the text before is still shown
  const int fresh = replaceLines(before, text);
  form_.setLongest(longest);
  setEolMode(text.find("\r\n") == std::string::npos ? EolUnix : EolWindows);  // for lines that the user types
  SendScintilla(SCI_EMPTYUNDOBUFFER);
  folds_.showLevels(text);
  form_.wrapNow(fresh);
  for (const int line : foldsCarriedOver(before, folded, text)) folds_.setFolded(line, true);
  // Does not scroll to the current cursor, which may be at the end of a long line of the new text.
  SendScintilla(SCI_SETEMPTYSELECTION, (unsigned long)std::min<long>(cursor, long(text.size())));
  SendScintilla(SCI_SETFIRSTVISIBLELINE, (unsigned long)SendScintilla(SCI_VISIBLEFROMDOCLINE, (unsigned long)top));
  SendScintilla(SCI_SETXOFFSET, form_.isNarrow() ? 0UL : (unsigned long)std::clamp(width - textWidth(), 0L, across));
  setReadOnly(locked);
  setModified(false);
  highlighted_.clear();
  signs_.textReplaced();
  setting_ = false;
}

void CodeView::goToStart() {
  across_ = 0;
  SendScintilla(SCI_SETEMPTYSELECTION, 0UL);
  SendScintilla(SCI_SETFIRSTVISIBLELINE, 0UL);
  SendScintilla(SCI_SETXOFFSET, 0UL);
}

// For a disabled view, the editor uses colours of the palette, which do not match the theme.
void CodeView::changeEvent(QEvent* event) {
  if (event->type() != QEvent::EnabledChange) QsciScintilla::changeEvent(event);
}

// Assembly has no indentation.
bool CodeView::canFold() const { return lexer_->kind() != CodeLexer::Language::Assembly; }

int CodeView::firstVisibleLine() const {
  return int(SendScintilla(SCI_DOCLINEFROMVISIBLE, (unsigned long)SendScintilla(SCI_GETFIRSTVISIBLELINE)));
}

// The width beside the margins, in pixels.
long CodeView::textWidth() const {
  return viewport()->width() - marginWidth(0) - marginWidth(kFoldMargin) - marginWidth(kSignMargin) -
         marginWidth(kGapMargin);
}

// The width of a character, in pixels; all have one width. Asked from the editor, so that it includes the zoom.
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

void CodeView::setDiagnostics(const std::vector<Diagnostic>& diagnostics) {
  diagnostics_ = diagnostics;
  for (const int indicator : {kErrorIndicator, kWarningIndicator}) clearIndicator(indicator);
  for (const Diagnostic& d : diagnostics)
    if (d.span.valid())
      fillIndicator(d.severity == Diagnostic::Severity::Error ? kErrorIndicator : kWarningIndicator,
                    underlined(plain_, d.span));
}

void CodeView::goTo(int offset) {
  const int shown = form_.shown({offset, offset}).begin;
  SendScintilla(SCI_ENSUREVISIBLE, (unsigned long)SendScintilla(SCI_LINEFROMPOSITION, (unsigned long)shown));
  SendScintilla(SCI_GOTOPOS, (unsigned long)shown);
  SendScintilla(SCI_SCROLLCARET);
}

int CodeView::offset() const { return form_.fullOffset(shownCursor()); }

QString CodeView::diagnosticAt(const QPoint& position) const {
  const long at = SendScintilla(SCI_POSITIONFROMPOINTCLOSE, (unsigned long)position.x(), (long)position.y());
  for (const Diagnostic& d : diagnostics_)
    if (const Span shown = underlined(plain_, d.span); d.span.valid() && at >= shown.begin && at <= shown.end)
      return d.hint.empty() ? reasonWords(d) : reasonWords(d) + "\n" + hintWords(d);
  return {};
}

// Removed lines belong to another text and have no explanations.
QString CodeView::meaningAt(int shown) const {
  if (shown < 0 || !explain_) return {};
  if (kindOf(int(SendScintilla(SCI_LINEFROMPOSITION, (unsigned long)shown))) == DiffLine::Kind::Removed) return {};
  return explain_(form_.fullOffset(shown));
}

bool CodeView::explainAtCursor() {
  const int at = shownCursor();
  const QString text = meaningAt(at);
  const QPoint below(int(SendScintilla(SCI_POINTXFROMPOSITION, 0UL, long(at))),
                     int(SendScintilla(SCI_POINTYFROMPOSITION, 0UL, long(at))) + kLineHeight / 2);
  QToolTip::showText(viewport()->mapToGlobal(below), text, this);
  return !text.isEmpty();
}

void CodeView::keyPressEvent(QKeyEvent* event) {
  if (event->matches(QKeySequence::Copy) && form_.copySelection()) return;
  if (event->modifiers() & Qt::AltModifier && !(event->modifiers() & (Qt::ShiftModifier | Qt::ControlModifier)))
    switch (event->key()) {
      case Qt::Key_Left:
      case Qt::Key_Right:
        return folds_.foldAtCursor(event->key() == Qt::Key_Left);
      case Qt::Key_Home:
      case Qt::Key_End:
        return folds_.foldAll(event->key() == Qt::Key_Home);
      default:
        break;
    }
  QsciScintilla::keyPressEvent(event);
}

void CodeView::contextMenuEvent(QContextMenuEvent* event) {
  int at = shownCursor();
  if (event->reason() == QContextMenuEvent::Mouse)
    at = int(SendScintilla(SCI_CHARPOSITIONFROMPOINTCLOSE, (unsigned long)event->pos().x(), (long)event->pos().y()));
  const std::unique_ptr<QMenu> menu(createStandardContextMenu());
  if (at >= 0) Q_EMIT menuAboutToShow(menu.get(), form_.fullOffset(at));
  menu->exec(event->globalPos());
}

void CodeView::paintEvent(QPaintEvent* event) {
  fillMargin();
  QsciScintilla::paintEvent(event);
  form_.paint(event->region());
  signs_.paint(event->region());
}

// Dropped files are ignored, so that the window opens them; text may be dropped.
void CodeView::dragEnterEvent(QDragEnterEvent* event) {
  if (event->mimeData()->hasUrls())
    event->ignore();
  else
    QsciScintilla::dragEnterEvent(event);
}

void CodeView::copy() {
  if (!form_.copySelection()) QsciScintilla::copy();
}

// In a read-only text, Tab moves the focus.
bool CodeView::focusNextPrevChild(bool next) { return isReadOnly() ? QsciScintilla::focusNextPrevChild(next) : false; }

bool CodeView::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    const auto* help = static_cast<QHelpEvent*>(event);
    QString text = diagnosticAt(help->pos());
    if (text.isEmpty()) text = signs_.wordsAt(help->pos());
    if (text.isEmpty())
      text = meaningAt(
          int(SendScintilla(SCI_CHARPOSITIONFROMPOINTCLOSE, (unsigned long)help->pos().x(), (long)help->pos().y())));
    QToolTip::showText(help->globalPos(), text, this);
    return true;
  }
  return QsciScintilla::event(event);
}

}  // namespace lw
