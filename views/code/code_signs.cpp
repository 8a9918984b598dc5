#include "views/code/code_signs.h"

#include <QPainter>
#include <algorithm>

#include "views/code/code_marks.h"
#include "views/code/code_view.h"
#include "views/theme/block_colors.h"

namespace lw {

void CodeSigns::setTheme(const Theme& t) {
  ink_ = t.panel;
  grounds_.clear();
  for (int i = 0; i < kBlockColors; ++i) grounds_.push_back(blockColor(t, i));
}

// `lines`: lines of the text, without the removed lines of a comparison.
void CodeSigns::set(std::vector<int> lines, const QStringList& names) {
  if (lines == signs_ && names == names_ && !signs_.empty() && shown_) return;
  signs_ = std::move(lines);
  names_ = names;
  letters_.clear();
  longest_ = 1;
  for (int i = 0; i < int(names.size()); ++i) {
    letters_ << blockLetter(names, i);
    longest_ = std::max(longest_, letters_.back().size());
  }
  show();
}

int CodeSigns::at(int line) const {
  const int at = view_.form()->fullLine(line);
  return at >= 0 && size_t(at) < signs_.size() ? signs_[size_t(at)] : -1;
}

void CodeSigns::show() {
  shown_ = true;
  view_.showMarginWidths();
  view_.viewport()->update(margin());
}

QRect CodeSigns::margin() const {
  return {view_.marginWidth(0) + view_.marginWidth(kFoldMargin), 0, view_.marginWidth(kSignMargin),
          view_.viewport()->height()};
}

int CodeSigns::width() const {
  return signs_.empty() ? 0 : kSignGap + qRound(view_.scale_ * (kSignWidth + kSignDigit * int(longest_ - 1)));
}

void CodeSigns::paint(const QRegion& region) {
  const QRect margin = this->margin().adjusted(kSignGap, 0, 0, 0);
  if (signs_.empty() || !region.intersects(margin)) return;
  QPainter painter(view_.viewport());
  painter.setFont(codeFont(11 * view_.scale_, QFont::Bold));
  const int tall = int(view_.SendScintilla(QsciScintilla::SCI_TEXTHEIGHT, 0UL));
  for (int line = view_.firstVisibleLine(), last = std::min(view_.lines(), view_.lineBelow()); line < last; ++line) {
    const int number = at(line);
    if (number < 0 || !view_.SendScintilla(QsciScintilla::SCI_GETLINEVISIBLE, (unsigned long)line)) continue;
    const bool begins = line == 0 || at(line - 1) != number;
    const int y =
        int(view_.SendScintilla(QsciScintilla::SCI_POINTYFROMPOSITION, 0UL,
                                view_.SendScintilla(QsciScintilla::SCI_POSITIONFROMLINE, (unsigned long)line)));
    const int whole = tall * int(view_.SendScintilla(QsciScintilla::SCI_WRAPCOUNT, (unsigned long)line));
    const QRect place(margin.left(), y, margin.width(), tall);
    painter.fillRect(QRect(margin.left(), y, kSignBar, whole), grounds_[size_t(number % kBlockColors)]);
    if (!begins) continue;
    painter.fillRect(place, grounds_[size_t(number % kBlockColors)]);
    painter.setPen(ink_);
    painter.drawText(place, Qt::AlignCenter, letters_.value(number));
  }
}

QString CodeSigns::wordsAt(const QPoint& position) const {
  const int left = view_.marginWidth(0) + view_.marginWidth(kFoldMargin);
  if (signs_.empty() || position.x() < left || position.x() >= left + view_.marginWidth(kSignMargin)) return {};
  const long place =
      view_.SendScintilla(QsciScintilla::SCI_POSITIONFROMPOINT, (unsigned long)position.x(), (long)position.y());
  const int number = at(int(view_.SendScintilla(QsciScintilla::SCI_LINEFROMPOSITION, (unsigned long)place)));
  return number >= 0 && number < names_.size()
             ? CodeView::tr("%1: block %2").arg(letters_.value(number), names_[number])
             : QString();
}

}  // namespace lw
