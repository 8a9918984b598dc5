#include "views/code/code_folds.h"

#include <algorithm>

#include "core/text/fold_levels.h"
#include "views/code/code_marks.h"
#include "views/code/code_view.h"

namespace lw {

void CodeFolds::setUp() {
  view_.setMarginType(kFoldMargin, QsciScintilla::SymbolMargin);
  view_.setMarginWidth(kFoldMargin, kFoldWidth);
  view_.setMarginMarkerMask(kFoldMargin, int(unsigned(QsciScintilla::SC_MASK_FOLDERS) | 1u << kHighlightMarginMarker));
  view_.setMarginSensitivity(kFoldMargin, true);
  for (const int part : {QsciScintilla::SC_MARKNUM_FOLDERSUB, QsciScintilla::SC_MARKNUM_FOLDERMIDTAIL,
                         QsciScintilla::SC_MARKNUM_FOLDERTAIL})
    view_.SendScintilla(QsciScintilla::SCI_MARKERDEFINE, (unsigned long)part, long(QsciScintilla::SC_MARK_EMPTY));
  for (const int open : {QsciScintilla::SC_MARKNUM_FOLDEROPEN, QsciScintilla::SC_MARKNUM_FOLDEROPENMID})
    view_.SendScintilla(QsciScintilla::SCI_MARKERDEFINE, (unsigned long)open, long(QsciScintilla::SC_MARK_ARROWDOWN));
  for (const int shut : {QsciScintilla::SC_MARKNUM_FOLDER, QsciScintilla::SC_MARKNUM_FOLDEREND})
    view_.SendScintilla(QsciScintilla::SCI_MARKERDEFINE, (unsigned long)shut, long(QsciScintilla::SC_MARK_ARROW));
  view_.markerDefine(QsciScintilla::FullRectangle, kHighlightMarginMarker);
  view_.setMarginType(kGapMargin, QsciScintilla::SymbolMargin);
  view_.setMarginWidth(kGapMargin, kGapWidth);
  view_.setMarginMarkerMask(kGapMargin, 1 << kHighlightMarginMarker);
  view_.setMarginType(kSignMargin, QsciScintilla::SymbolMargin);
  view_.setMarginWidth(kSignMargin, 0);
  view_.setMarginMarkerMask(kSignMargin, 1 << kHighlightMarginMarker);
  view_.SendScintilla(QsciScintilla::SCI_SETAUTOMATICFOLD,
                      (unsigned long)(QsciScintilla::SC_AUTOMATICFOLD_SHOW | QsciScintilla::SC_AUTOMATICFOLD_CHANGE));
  view_.SendScintilla(QsciScintilla::SCI_FOLDDISPLAYTEXTSETSTYLE,
                      (unsigned long)QsciScintilla::SC_FOLDDISPLAYTEXT_STANDARD);
  QObject::connect(&view_, &QsciScintilla::marginClicked, &view_, [this](int margin, int line) {
    if (margin != kFoldMargin) return;
    const bool header = view_.SendScintilla(QsciScintilla::SCI_GETFOLDLEVEL, (unsigned long)line) &
                        QsciScintilla::SC_FOLDLEVELHEADERFLAG;
    if (header) setFolded(line, view_.SendScintilla(QsciScintilla::SCI_GETFOLDEXPANDED, (unsigned long)line));
  });
}

// Open arrows are faint; the arrow of a folded line is clearly visible.
void CodeFolds::setTheme(const Theme& t) {
  view_.setFoldMarginColors(t.panel, t.panel);
  const auto colour = [](const QColor& c) { return long(c.red() | c.green() << 8 | c.blue() << 16); };
  for (const int marker : {QsciScintilla::SC_MARKNUM_FOLDEROPEN, QsciScintilla::SC_MARKNUM_FOLDEROPENMID,
                           QsciScintilla::SC_MARKNUM_FOLDER, QsciScintilla::SC_MARKNUM_FOLDEREND}) {
    const bool shut = marker == QsciScintilla::SC_MARKNUM_FOLDER || marker == QsciScintilla::SC_MARKNUM_FOLDEREND;
    for (const auto part : {QsciScintilla::SCI_MARKERSETFORE, QsciScintilla::SCI_MARKERSETBACK})
      view_.SendScintilla(part, (unsigned long)marker, colour(shut ? t.text : blend(t.panel, t.dim, 0.4)));
  }
  for (const auto part : {QsciScintilla::SCI_MARKERSETFORE, QsciScintilla::SCI_MARKERSETBACK})
    view_.SendScintilla(part, (unsigned long)kHighlightMarginMarker, colour(t.selection));
  const QFont font = codeFont(12);
  view_.SendScintilla(QsciScintilla::SCI_STYLESETFONT, (unsigned long)QsciScintilla::STYLE_FOLDDISPLAYTEXT,
                      font.family().toUtf8().constData());
  view_.SendScintilla(QsciScintilla::SCI_STYLESETSIZEFRACTIONAL, (unsigned long)QsciScintilla::STYLE_FOLDDISPLAYTEXT,
                      long(font.pointSizeF() * double(QsciScintilla::SC_FONT_SIZE_MULTIPLIER)));
  view_.SendScintilla(QsciScintilla::SCI_STYLESETFORE, (unsigned long)QsciScintilla::STYLE_FOLDDISPLAYTEXT,
                      colour(t.dim));
  view_.SendScintilla(QsciScintilla::SCI_STYLESETBACK, (unsigned long)QsciScintilla::STYLE_FOLDDISPLAYTEXT,
                      colour(t.panel));
}

void CodeFolds::showLevels(const std::string& text) {
  const std::vector<FoldLine> lines = foldLines(text);
  // Scintilla would restyle all lines above each change of a level to find out what it unfolds. Skipped if no line is
  // folded.
  const bool folded = view_.SendScintilla(QsciScintilla::SCI_CONTRACTEDFOLDNEXT, 0UL) >= 0;
  if (!folded)
    view_.SendScintilla(QsciScintilla::SCI_SETAUTOMATICFOLD, (unsigned long)QsciScintilla::SC_AUTOMATICFOLD_SHOW);
  for (size_t i = 0; i < lines.size(); ++i) {
    const long level = QsciScintilla::SC_FOLDLEVELBASE + lines[i].depth +
                       (lines[i].header ? long(QsciScintilla::SC_FOLDLEVELHEADERFLAG) : 0) +
                       (lines[i].blank ? long(QsciScintilla::SC_FOLDLEVELWHITEFLAG) : 0);
    if (view_.SendScintilla(QsciScintilla::SCI_GETFOLDLEVEL, (unsigned long)i) != level)
      view_.SendScintilla(QsciScintilla::SCI_SETFOLDLEVEL, (unsigned long)i, level);
  }
  if (!folded)
    view_.SendScintilla(QsciScintilla::SCI_SETAUTOMATICFOLD,
                        (unsigned long)(QsciScintilla::SC_AUTOMATICFOLD_SHOW | QsciScintilla::SC_AUTOMATICFOLD_CHANGE));
}

void CodeFolds::setFolded(int line, bool folded) {
  const bool header =
      view_.SendScintilla(QsciScintilla::SCI_GETFOLDLEVEL, (unsigned long)line) & QsciScintilla::SC_FOLDLEVELHEADERFLAG;
  const bool open = header && view_.SendScintilla(QsciScintilla::SCI_GETFOLDEXPANDED, (unsigned long)line);
  // On a line that is folded already or that is no header, the key applies to the enclosing header.
  if (folded && !open) {
    line = int(view_.SendScintilla(QsciScintilla::SCI_GETFOLDPARENT, (unsigned long)line));
    if (line < 0 || !view_.SendScintilla(QsciScintilla::SCI_GETFOLDEXPANDED, (unsigned long)line)) return;
  } else if (!folded && (!header || open)) {
    return;
  }
  const int count = int(view_.SendScintilla(QsciScintilla::SCI_GETLASTCHILD, (unsigned long)line, -1L)) - line;
  const QByteArray words = (count == 1 ? CodeView::tr(" ⋯ 1 line") : CodeView::tr(" ⋯ %1 lines").arg(count)).toUtf8();
  view_.SendScintilla(QsciScintilla::SCI_TOGGLEFOLDSHOWTEXT, (unsigned long)line, words.constData());
}

void CodeFolds::foldAtCursor(bool folded) {
  const int line = int(view_.SendScintilla(QsciScintilla::SCI_LINEFROMPOSITION, (unsigned long)view_.shownCursor()));
  setFolded(line, folded);
  if (!folded) return;
  // Keeps the cursor visible.
  int shown = line;
  while (shown > 0 && !view_.SendScintilla(QsciScintilla::SCI_GETLINEVISIBLE, (unsigned long)shown)) --shown;
  if (shown == line) return;
  view_.setting_ = true;
  view_.SendScintilla(QsciScintilla::SCI_GOTOPOS,
                      (unsigned long)view_.SendScintilla(QsciScintilla::SCI_GETLINEENDPOSITION, (unsigned long)shown));
  view_.setting_ = false;
}

void CodeFolds::foldAll(bool folded) {
  const int top = view_.firstVisibleLine(), count = view_.lines();
  for (int line = 0; line < count; ++line) {
    const bool header = view_.SendScintilla(QsciScintilla::SCI_GETFOLDLEVEL, (unsigned long)line) &
                        QsciScintilla::SC_FOLDLEVELHEADERFLAG;
    if (header && bool(view_.SendScintilla(QsciScintilla::SCI_GETFOLDEXPANDED, (unsigned long)line)) == folded)
      setFolded(line, folded);
  }
  view_.SendScintilla(QsciScintilla::SCI_SETFIRSTVISIBLELINE,
                      (unsigned long)view_.SendScintilla(QsciScintilla::SCI_VISIBLEFROMDOCLINE, (unsigned long)top));
}

std::vector<int> CodeFolds::lines() const {
  std::vector<int> folded;
  for (long line = view_.SendScintilla(QsciScintilla::SCI_CONTRACTEDFOLDNEXT, 0UL); line >= 0;
       line = view_.SendScintilla(QsciScintilla::SCI_CONTRACTEDFOLDNEXT, (unsigned long)(line + 1)))
    folded.push_back(int(line));
  return folded;
}

// Hides all lines far from changes, from the first change on; does nothing if there are no changes.
void CodeFolds::showOnlyChanges(int context) {
  const int count = view_.comparison() ? int(view_.comparison()->lines.size()) : 0;
  std::vector<bool> shown(size_t(count), false);
  for (int line = 0; line < count; ++line)
    if (view_.kindOf(line) != DiffLine::Kind::Same)
      for (int near = std::max(0, line - context); near <= std::min(count - 1, line + context); ++near)
        shown[size_t(near)] = true;
  if (std::find(shown.begin(), shown.end(), true) == shown.end()) return;
  for (int line = 0; line < view_.lines(); ++line)
    if (line >= count || !shown[size_t(line)])
      view_.SendScintilla(QsciScintilla::SCI_HIDELINES, (unsigned long)line, long(line));
  // The first line cannot be hidden, but it can be scrolled out of view, even if all other lines fit.
  view_.SendScintilla(QsciScintilla::SCI_SETENDATLASTLINE, shown.front() ? 1UL : 0UL);
  view_.SendScintilla(QsciScintilla::SCI_SETFIRSTVISIBLELINE, shown.front() ? 0UL : 1UL);
}

}  // namespace lw
