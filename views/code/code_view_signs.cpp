// Which block each line came from: a bar in the block's colour before the text, with its letter where a run of lines
// begins.
#include <QPaintEvent>
#include <QPainter>

#include "views/code/code_marks.h"
#include "views/code/code_view.h"
#include "views/selection/block_signs.h"

namespace lw {

void CodeView::themeSigns(const Theme& t) {
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
  const int at = diff_ ? (line >= 0 && size_t(line) < diff_->lines.size() && kindOf(line) != DiffLine::Kind::Removed
                              ? diff_->lines[size_t(line)].after
                              : -1)
                       : line;
  return at >= 0 && size_t(at) < signs_.size() ? signs_[size_t(at)] : -1;
}

void CodeView::showSigns() {
  signsShown_ = true;
  showMarginWidths();
  viewport()->update(signMargin());
}

QRect CodeView::signMargin() const {
  return {marginWidth(0) + marginWidth(kFoldMargin), 0, marginWidth(kSignMargin), viewport()->height()};
}

int CodeView::signWidth() const {
  return signs_.empty()
             ? 0
             : qRound(scale_ *
                      (kSignWidth + kSignDigit * int(blockLetter(std::max(0, int(signNames_.size()) - 1)).size() - 1)));
}

void CodeView::paintEvent(QPaintEvent* event) {
  fillMargin();
  QsciScintilla::paintEvent(event);
  const QRect margin = signMargin();
  if (signs_.empty() || !event->region().intersects(margin)) return;
  QPainter painter(viewport());
  painter.setFont(codeFont(11 * scale_, QFont::Bold));
  const int tall = int(SendScintilla(SCI_TEXTHEIGHT, 0UL));
  for (int line = firstVisibleLine(), last = std::min(lines(), lineBelow()); line < last; ++line) {
    const int number = signAt(line);
    if (number < 0 || !SendScintilla(SCI_GETLINEVISIBLE, (unsigned long)line)) continue;
    const bool begins = line == 0 || signAt(line - 1) != number;
    const int y =
        int(SendScintilla(SCI_POINTYFROMPOSITION, 0UL, SendScintilla(SCI_POSITIONFROMLINE, (unsigned long)line)));
    const QRect place(margin.left(), y, begins ? margin.width() : kSignBar, tall);
    painter.fillRect(place, signGrounds_[size_t(number % kBlockColors)]);
    if (!begins) continue;
    painter.setPen(signInk_);
    painter.drawText(place, Qt::AlignCenter, blockLetter(number));
  }
}

QString CodeView::signWordsAt(const QPoint& position) const {
  const int left = marginWidth(0) + marginWidth(kFoldMargin);
  if (signs_.empty() || position.x() < left || position.x() >= left + marginWidth(kSignMargin)) return {};
  const long at = SendScintilla(SCI_POSITIONFROMPOINT, (unsigned long)position.x(), (long)position.y());
  const int number = signAt(int(SendScintilla(SCI_LINEFROMPOSITION, (unsigned long)at)));
  return number >= 0 && number < signNames_.size() ? tr("%1: block %2").arg(blockLetter(number), signNames_[number])
                                                   : QString();
}

}  // namespace lw
