// Which block each line came from: a bar in the block's colour before the text, with its letter where a run of lines begins.
#include <QPaintEvent>
#include <QPainter>

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
  for (int i = 0; i < kSignLetters; ++i) define(kSignLetterMarker + i, SC_MARK_CHARACTER + blockLetter(i).front().toLatin1(), t.panel, blockColor(t, i));
  signInk_ = t.panel;
  signGrounds_.clear();
  for (int i = 0; i < kBlockColors; ++i) signGrounds_.push_back(blockColor(t, i));
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
  for (int marker = kSignBarMarker; marker < kSignLetterMarker + kSignLetters; ++marker) SendScintilla(SCI_MARKERDELETEALL, (unsigned long)marker);
  signsShown_ = true;
  int before = -1;
  for (int line = 0; line < lines() && !signs_.empty(); ++line) {
    const int number = signAt(line);
    const bool bar = number == before || signsPainted();
    if (number >= 0) SendScintilla(SCI_MARKERADD, (unsigned long)line, long(bar ? kSignBarMarker + number % kBlockColors : kSignLetterMarker + number));
    before = number;
  }
  showMarginWidths();
}

// More blocks than there are markers for: their letters are painted over the margin.
bool CodeView::signsPainted() const { return signNames_.size() > kSignLetters; }

int CodeView::signWidth() const {
  if (signs_.empty()) return 0;
  return kSignWidth + kSignDigit * int(signsPainted() ? blockLetter(int(signNames_.size()) - 1).size() - 1 : 0);
}

void CodeView::paintEvent(QPaintEvent* event) {
  QsciScintilla::paintEvent(event);
  if (!signsPainted() || signs_.empty()) return;
  const QRect margin(marginWidth(0) + marginWidth(kFoldMargin), 0, marginWidth(kSignMargin), viewport()->height());
  if (!event->region().intersects(margin)) return;
  QPainter painter(viewport());
  painter.setFont(codeFont(11, QFont::Bold));
  const int tall = int(SendScintilla(SCI_TEXTHEIGHT, 0UL)), top = firstVisibleLine();
  for (int line = top; line < lines(); ++line) {
    if (!SendScintilla(SCI_GETLINEVISIBLE, (unsigned long)line)) continue;
    const int y = int(SendScintilla(SCI_POINTYFROMPOSITION, 0UL, SendScintilla(SCI_POSITIONFROMLINE, (unsigned long)line)));
    if (y > margin.bottom()) break;
    const int number = signAt(line);
    if (number < 0 || (line > 0 && signAt(line - 1) == number)) continue;
    const QRect place(margin.left(), y, margin.width(), tall);
    painter.fillRect(place, signGrounds_[size_t(number % kBlockColors)]);
    painter.setPen(signInk_);
    painter.drawText(place, Qt::AlignCenter, blockLetter(number));
  }
}

QString CodeView::signWordsAt(const QPoint& position) const {
  const int left = marginWidth(0) + marginWidth(kFoldMargin);
  if (signs_.empty() || position.x() < left || position.x() >= left + marginWidth(kSignMargin)) return {};
  const long at = SendScintilla(SCI_POSITIONFROMPOINT, (unsigned long)position.x(), (long)position.y());
  const int number = signAt(int(SendScintilla(SCI_LINEFROMPOSITION, (unsigned long)at)));
  return number >= 0 && number < signNames_.size() ? tr("%1: block %2").arg(blockLetter(number), signNames_[number]) : QString();
}

}  // namespace lw
