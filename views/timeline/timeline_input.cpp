// What is under the mouse or the keyboard cursor of a timeline.
#include <QAccessible>
#include <QKeyEvent>
#include <cmath>
#include <utility>

#include "views/timeline/timeline_plot.h"

namespace lw {
namespace {

constexpr int kDragged = 4;  // pixels

}  // namespace

int TimelinePlot::countIn(int row) const {
  return row < warps() ? int(kernel()->warps[size_t(row)].spans.size()) : int(copies_[size_t(row - warps())].size());
}

std::optional<TimelinePlot::Mark> TimelinePlot::markAt(const QPointF& place) const {
  if (!kernel()) return std::nullopt;
  const TimelineFrame frame = frameIn(rect());
  for (int row = 0; row < rows(); ++row) {
    if (!frame.row(row).adjusted(0, -kTimelineGap / 2, 0, kTimelineGap / 2).contains(place)) continue;
    const double time = frame.time(place.x());
    for (int i = 0; i < countIn(row); ++i)
      if (const auto [begin, end] = timesOf({row, i}); begin <= time && time <= end) return Mark{row, i};
  }
  return std::nullopt;
}

QString TimelinePlot::markedSentence() const {
  if (!marked_) return {};
  const QString text =
      marked_->row < warps()
          ? tr("Warp %1: %2")
                .arg(marked_->row)
                .arg(sentenceOf(content_, kernel()->warps[size_t(marked_->row)].spans[size_t(marked_->number)]))
          : sentenceOf(content_, copies_[size_t(marked_->row - warps())][size_t(marked_->number)]);
  return text;
}

void TimelinePlot::mark(std::optional<Mark> mark) {
  if (mark == marked_) return;
  marked_ = mark;
  const QString sentence = markedSentence();
  setToolTip(sentence);
  if (marked_ && hasFocus()) {
    setAccessibleName(tr("Timeline, %1").arg(sentence));
    QAccessibleEvent event(this, QAccessible::NameChanged);
    QAccessible::updateAccessibility(&event);
  }
  Q_EMIT hintChanged(sentence);
  update();
}

// To another row, or along this one.
void TimelinePlot::moveMark(int rows, int spans) {
  if (!kernel()) return;
  if (!marked_) {
    if (countIn(0) > 0) mark(Mark{0, 0});
    return;
  }
  const int row = std::clamp(marked_->row + rows, 0, this->rows() - 1);
  if (countIn(row) == 0) return;
  int number = std::clamp(marked_->number + spans, 0, countIn(row) - 1);
  if (row != marked_->row) {  // at the same time
    const double time = timesOf(*marked_).first;
    number = 0;
    while (number + 1 < countIn(row) && timesOf({row, number}).second <= time) ++number;
  }
  mark(Mark{row, number});
  const auto [begin, end] = timesOf(*marked_);
  const double length = last_ - first_;
  if (begin < first_) show(begin, begin + length);
  if (end > last_) show(std::min(begin, end - length), std::min(begin, end - length) + length);
}

void TimelinePlot::mouseMoveEvent(QMouseEvent* event) {
  if (!dragged_) return mark(markAt(event->position()));
  const double pixels = event->position().x() - dragged_->x();
  moved_ = moved_ || std::abs(pixels) >= kDragged;
  if (!moved_) return;
  const double length = last_ - first_;
  const double first = draggedFirst_ - pixels / frameIn(rect()).inner.width() * length;
  show(first, first + length);
}

void TimelinePlot::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return QWidget::mousePressEvent(event);
  dragged_ = event->position();
  draggedFirst_ = first_;
  moved_ = false;
}

void TimelinePlot::mouseReleaseEvent(QMouseEvent* event) {
  if (!std::exchange(dragged_, {}) || moved_) return;
  const std::optional<Mark> at = markAt(event->position());
  if (at && originOf(*at).block.valid()) Q_EMIT blockChosen(originOf(*at).block);
}

void TimelinePlot::wheelEvent(QWheelEvent* event) {
  if (!kernel()) return event->ignore();
  const QPoint turned = event->angleDelta();
  const double length = last_ - first_;
  if (event->modifiers() & Qt::ShiftModifier || std::abs(turned.x()) > std::abs(turned.y())) {
    const double by = -(turned.x() != 0 ? turned.x() : turned.y()) / 120.0 * length / 8;
    show(first_ + by, last_ + by);
  } else {
    zoom(std::pow(1.2, turned.y() / 120.0), frameIn(rect()).time(event->position().x()));
  }
  event->accept();
}

void TimelinePlot::leaveEvent(QEvent*) {
  if (!hasFocus()) mark(std::nullopt);
}

void TimelinePlot::focusInEvent(QFocusEvent* event) {
  QWidget::focusInEvent(event);
  update();
}

void TimelinePlot::keyPressEvent(QKeyEvent* event) {
  const double middle = marked_ ? timesOf(*marked_).first : (first_ + last_) / 2;
  switch (event->key()) {
    case Qt::Key_Right:
      return moveMark(0, 1);
    case Qt::Key_Left:
      return moveMark(0, -1);
    case Qt::Key_Down:
      return moveMark(1, 0);
    case Qt::Key_Up:
      return moveMark(-1, 0);
    case Qt::Key_Plus:
    case Qt::Key_Equal:
      return zoom(1.5, middle);
    case Qt::Key_Minus:
      return zoom(1 / 1.5, middle);
    case Qt::Key_0:
    case Qt::Key_Home:
      return showAll();
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (marked_ && originOf(*marked_).block.valid()) Q_EMIT blockChosen(originOf(*marked_).block);
      return;
    case Qt::Key_Escape:
      return mark(std::nullopt);
    default:
      return QWidget::keyPressEvent(event);
  }
}

}  // namespace lw
