// Which block each line came from: a bar in the block's colour before the text, with its letter where a run of lines begins.
#include "views/block_signs.h"
#include "views/code_marks.h"
#include "views/code_view.h"

namespace lw {

// Letters and bars are drawn by the editor, so that they are sharp at any resolution.
void CodeView::themeSigns(const Theme& t) {
  setMarginsFont(codeFont(12, QFont::Bold));  // of letters; the numbers of lines have their own
  const auto colour = [](const QColor& c) { return long(c.red() | c.green() << 8 | c.blue() << 16); };
  const auto define = [&](int marker, int look, const QColor& ink, const QColor& ground) {
    SendScintilla(SCI_MARKERDEFINE, (unsigned long)marker, long(look));
    SendScintilla(SCI_MARKERSETFORE, (unsigned long)marker, colour(ink));
    SendScintilla(SCI_MARKERSETBACK, (unsigned long)marker, colour(ground));
  };
  for (int i = 0; i < kBlockColors; ++i) define(kSignBarMarker + i, SC_MARK_LEFTRECT, blockColor(t, i), blockColor(t, i));
  for (int i = 0; i < kBlockLetters; ++i) define(kSignLetterMarker + i, SC_MARK_CHARACTER + blockLetter(i).toLatin1(), t.panel, blockColor(t, i));
}

// `lines`: of the text, without those that a comparison puts between.
void CodeView::setSigns(std::vector<int> lines, const QStringList& names) {
  if (lines == signs_ && names == signNames_ && !signs_.empty() && signsShown_) return;
  signs_ = std::move(lines);
  signNames_ = names;
  showSigns();
}

int CodeView::signAt(int line) const {
  const int at = diff_ ? (line >= 0 && size_t(line) < diff_->lines.size() && kindOf(line) != DiffLine::Kind::Removed ? diff_->lines[size_t(line)].after : -1) : line;
  return at >= 0 && size_t(at) < signs_.size() ? signs_[size_t(at)] : -1;
}

void CodeView::showSigns() {
  for (int marker = kSignBarMarker; marker < kSignLetterMarker + kBlockLetters; ++marker) SendScintilla(SCI_MARKERDELETEALL, (unsigned long)marker);
  signsShown_ = true;
  int before = -1;
  for (int line = 0; line < lines() && !signs_.empty(); ++line) {
    const int number = signAt(line);
    if (number >= 0) SendScintilla(SCI_MARKERADD, (unsigned long)line, long(number == before ? kSignBarMarker + number % kBlockColors : kSignLetterMarker + number % kBlockLetters));
    before = number;
  }
  showMarginWidths();
}

QString CodeView::signWordsAt(const QPoint& position) const {
  const int left = marginWidth(0) + marginWidth(kFoldMargin);
  if (signs_.empty() || position.x() < left || position.x() >= left + marginWidth(kSignMargin)) return {};
  const long at = SendScintilla(SCI_POSITIONFROMPOINT, (unsigned long)position.x(), (long)position.y());
  const int number = signAt(int(SendScintilla(SCI_LINEFROMPOSITION, (unsigned long)at)));
  return number >= 0 && number < signNames_.size() ? tr("block %1").arg(signNames_[number]) : QString();
}

}  // namespace lw
