// Folding: levels, the margin with its arrows, keys.
#include <QKeyEvent>
#include <algorithm>

#include "views/code/code_marks.h"
#include "views/code/code_view.h"
#include "views/code/fold_levels.h"
#include "views/selection/block_signs.h"

namespace lw {
// Machine code has nothing that is indented.
bool CodeView::folds() const { return lexer_->kind() != CodeLexer::Language::Assembly; }

void CodeView::setUpFolds() {
  setMarginType(kFoldMargin, SymbolMargin);
  setMarginWidth(kFoldMargin, kFoldWidth);
  setMarginMarkerMask(kFoldMargin, int(unsigned(SC_MASK_FOLDERS) | 1u << kHighlightMarginMarker));
  setMarginSensitivity(kFoldMargin, true);
  for (const int part : {SC_MARKNUM_FOLDERSUB, SC_MARKNUM_FOLDERMIDTAIL, SC_MARKNUM_FOLDERTAIL})
    SendScintilla(SCI_MARKERDEFINE, (unsigned long)part, long(SC_MARK_EMPTY));
  for (const int open : {SC_MARKNUM_FOLDEROPEN, SC_MARKNUM_FOLDEROPENMID})
    SendScintilla(SCI_MARKERDEFINE, (unsigned long)open, long(SC_MARK_ARROWDOWN));
  for (const int shut : {SC_MARKNUM_FOLDER, SC_MARKNUM_FOLDEREND})
    SendScintilla(SCI_MARKERDEFINE, (unsigned long)shut, long(SC_MARK_ARROW));
  markerDefine(FullRectangle, kHighlightMarginMarker);
  setMarginType(kGapMargin, SymbolMargin);
  setMarginWidth(kGapMargin, kGapWidth);
  setMarginMarkerMask(kGapMargin, 1 << kHighlightMarginMarker);
  setMarginType(kSignMargin, SymbolMargin);
  setMarginWidth(kSignMargin, 0);
  setMarginMarkerMask(kSignMargin, 1 << kHighlightMarginMarker);
  SendScintilla(SCI_SETAUTOMATICFOLD, (unsigned long)(SC_AUTOMATICFOLD_SHOW | SC_AUTOMATICFOLD_CHANGE));
  SendScintilla(SCI_FOLDDISPLAYTEXTSETSTYLE, (unsigned long)SC_FOLDDISPLAYTEXT_STANDARD);
  connect(this, &QsciScintilla::marginClicked, this, [this](int margin, int line) {
    if (margin != kFoldMargin) return;
    const bool header = SendScintilla(SCI_GETFOLDLEVEL, (unsigned long)line) & SC_FOLDLEVELHEADERFLAG;
    if (header) setFolded(line, SendScintilla(SCI_GETFOLDEXPANDED, (unsigned long)line));
  });
}

// Open arrows are there for those who look for them; a folded line says so.
void CodeView::themeFolds(const Theme& t) {
  setFoldMarginColors(t.panel, t.panel);
  const auto colour = [](const QColor& c) { return long(c.red() | c.green() << 8 | c.blue() << 16); };
  for (const int marker : {SC_MARKNUM_FOLDEROPEN, SC_MARKNUM_FOLDEROPENMID, SC_MARKNUM_FOLDER, SC_MARKNUM_FOLDEREND}) {
    const bool shut = marker == SC_MARKNUM_FOLDER || marker == SC_MARKNUM_FOLDEREND;
    for (const auto part : {SCI_MARKERSETFORE, SCI_MARKERSETBACK})
      SendScintilla(part, (unsigned long)marker, colour(shut ? t.accent : blend(t.panel, t.dim, 0.4)));
  }
  for (const auto part : {SCI_MARKERSETFORE, SCI_MARKERSETBACK})
    SendScintilla(part, (unsigned long)kHighlightMarginMarker, colour(t.selection));
  const QFont font = codeFont(12);
  SendScintilla(SCI_STYLESETFONT, (unsigned long)STYLE_FOLDDISPLAYTEXT, font.family().toUtf8().constData());
  SendScintilla(SCI_STYLESETSIZEFRACTIONAL, (unsigned long)STYLE_FOLDDISPLAYTEXT,
                long(font.pointSizeF() * double(SC_FONT_SIZE_MULTIPLIER)));
  SendScintilla(SCI_STYLESETFORE, (unsigned long)STYLE_FOLDDISPLAYTEXT, colour(t.accent));
  SendScintilla(SCI_STYLESETBACK, (unsigned long)STYLE_FOLDDISPLAYTEXT, colour(t.panel));
}

void CodeView::showFoldLevels(const std::string& text) {
  const std::vector<FoldLine> lines = foldLines(text);
  // Each change of a level would have all lines above it styled, to find out what it unfolds. Where nothing is folded,
  // nothing is.
  const bool folded = SendScintilla(SCI_CONTRACTEDFOLDNEXT, 0UL) >= 0;
  if (!folded) SendScintilla(SCI_SETAUTOMATICFOLD, (unsigned long)SC_AUTOMATICFOLD_SHOW);
  for (size_t i = 0; i < lines.size(); ++i) {
    const long level = SC_FOLDLEVELBASE + lines[i].depth + (lines[i].header ? long(SC_FOLDLEVELHEADERFLAG) : 0) +
                       (lines[i].blank ? long(SC_FOLDLEVELWHITEFLAG) : 0);
    if (SendScintilla(SCI_GETFOLDLEVEL, (unsigned long)i) != level)
      SendScintilla(SCI_SETFOLDLEVEL, (unsigned long)i, level);
  }
  if (!folded) SendScintilla(SCI_SETAUTOMATICFOLD, (unsigned long)(SC_AUTOMATICFOLD_SHOW | SC_AUTOMATICFOLD_CHANGE));
}

void CodeView::setFolded(int line, bool folded) {
  const bool header = SendScintilla(SCI_GETFOLDLEVEL, (unsigned long)line) & SC_FOLDLEVELHEADERFLAG;
  const bool open = header && SendScintilla(SCI_GETFOLDEXPANDED, (unsigned long)line);
  // A key on a line that is folded already, or that holds nothing, is about what is around it.
  if (folded && !open) {
    line = int(SendScintilla(SCI_GETFOLDPARENT, (unsigned long)line));
    if (line < 0 || !SendScintilla(SCI_GETFOLDEXPANDED, (unsigned long)line)) return;
  } else if (!folded && (!header || open)) {
    return;
  }
  const int count = int(SendScintilla(SCI_GETLASTCHILD, (unsigned long)line, -1L)) - line;
  const QByteArray words = (count == 1 ? tr(" ⋯ 1 line") : tr(" ⋯ %1 lines").arg(count)).toUtf8();
  SendScintilla(SCI_TOGGLEFOLDSHOWTEXT, (unsigned long)line, words.constData());
}

void CodeView::foldAtCursor(bool folded) {
  const int line = int(SendScintilla(SCI_LINEFROMPOSITION, (unsigned long)shownCursor()));
  setFolded(line, folded);
  if (!folded) return;
  // The cursor stays in sight.
  int shown = line;
  while (shown > 0 && !SendScintilla(SCI_GETLINEVISIBLE, (unsigned long)shown)) --shown;
  if (shown == line) return;
  setting_ = true;
  SendScintilla(SCI_GOTOPOS, (unsigned long)SendScintilla(SCI_GETLINEENDPOSITION, (unsigned long)shown));
  setting_ = false;
}

void CodeView::foldAll(bool folded) {
  const int top = firstVisibleLine(), count = lines();
  for (int line = 0; line < count; ++line) {
    const bool header = SendScintilla(SCI_GETFOLDLEVEL, (unsigned long)line) & SC_FOLDLEVELHEADERFLAG;
    if (header && bool(SendScintilla(SCI_GETFOLDEXPANDED, (unsigned long)line)) == folded) setFolded(line, folded);
  }
  SendScintilla(SCI_SETFIRSTVISIBLELINE, (unsigned long)SendScintilla(SCI_VISIBLEFROMDOCLINE, (unsigned long)top));
}

std::vector<int> CodeView::foldedLines() const {
  std::vector<int> folded;
  for (long line = SendScintilla(SCI_CONTRACTEDFOLDNEXT, 0UL); line >= 0;
       line = SendScintilla(SCI_CONTRACTEDFOLDNEXT, (unsigned long)(line + 1)))
    folded.push_back(int(line));
  return folded;
}

// From the first change on, as far as there are any.
void CodeView::showOnlyChanges(int context) {
  const int count = diff_ ? int(diff_->lines.size()) : 0;
  std::vector<bool> shown(size_t(count), false);
  for (int line = 0; line < count; ++line)
    if (kindOf(line) != DiffLine::Kind::Same)
      for (int near = std::max(0, line - context); near <= std::min(count - 1, line + context); ++near)
        shown[size_t(near)] = true;
  if (std::find(shown.begin(), shown.end(), true) == shown.end()) return;
  for (int line = 0; line < lines(); ++line)
    if (line >= count || !shown[size_t(line)]) SendScintilla(SCI_HIDELINES, (unsigned long)line, long(line));
  // The first line cannot be hidden, but be scrolled out of sight, also where all the others would fit.
  SendScintilla(SCI_SETENDATLASTLINE, shown.front() ? 1UL : 0UL);
  SendScintilla(SCI_SETFIRSTVISIBLELINE, shown.front() ? 0UL : 1UL);
}

void CodeView::keyPressEvent(QKeyEvent* event) {
  if (event->modifiers() & Qt::AltModifier && !(event->modifiers() & (Qt::ShiftModifier | Qt::ControlModifier)))
    switch (event->key()) {
      case Qt::Key_Left:
      case Qt::Key_Right:
        return foldAtCursor(event->key() == Qt::Key_Left);
      case Qt::Key_Home:
      case Qt::Key_End:
        return foldAll(event->key() == Qt::Key_Home);
      default:
        break;
    }
  QsciScintilla::keyPressEvent(event);
}

int CodeView::firstVisibleLine() const {
  return int(SendScintilla(SCI_DOCLINEFROMVISIBLE, (unsigned long)SendScintilla(SCI_GETFIRSTVISIBLELINE)));
}

}  // namespace lw
