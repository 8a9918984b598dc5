// Mouse and keys of the picture of a graph.
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <limits>

#include "views/graph/graph_view.h"
#include "views/graph/graph_words.h"

namespace lw {

// A press on a node selects it; elsewhere, it begins to move the picture.
void GraphView::mousePressEvent(QMouseEvent* event) {
  const QPoint position = event->position().toPoint();
  const int box = event->button() == Qt::LeftButton ? boxAt(position) : -1;
  if (box >= 0) return pick(drawing_->boxes[size_t(box)].node);
  if (!hasPicture() || (event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton)) return;
  dragging_ = true;
  dragFrom_ = position;
  dragScroll_ = {horizontalScrollBar()->value(), verticalScrollBar()->value()};
  viewport()->setCursor(Qt::ClosedHandCursor);
}

void GraphView::mouseMoveEvent(QMouseEvent* event) {
  const QPoint position = event->position().toPoint();
  if (dragging_) {
    const QPoint by = position - dragFrom_;
    horizontalScrollBar()->setValue(dragScroll_.x() - by.x());
    verticalScrollBar()->setValue(dragScroll_.y() - by.y());
    return;
  }
  const int box = boxAt(position);
  if (box == hovered_) return;
  hovered_ = box;
  viewport()->setCursor(box >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
  viewport()->update();
}

// A click beside all nodes selects nothing.
void GraphView::mouseReleaseEvent(QMouseEvent* event) {
  if (!dragging_) return;
  dragging_ = false;
  viewport()->setCursor(Qt::ArrowCursor);
  const bool moved = (event->position().toPoint() - dragFrom_).manhattanLength() > 3;
  if (!moved && event->button() == Qt::LeftButton && current_ >= 0) pick(-1);
}

void GraphView::mouseDoubleClickEvent(QMouseEvent* event) {
  const int box = boxAt(event->position().toPoint());
  if (box >= 0 && event->button() == Qt::LeftButton) Q_EMIT activated(drawing_->boxes[size_t(box)].node);
}

void GraphView::wheelEvent(QWheelEvent* event) {
  if (!(event->modifiers() & Qt::ControlModifier)) return QAbstractScrollArea::wheelEvent(event);
  const int turn = event->angleDelta().y();
  if (turn != 0) setZoom(zoom_ * std::pow(1.2, turn / 120.0), event->position());
  event->accept();
}

void GraphView::leaveEvent(QEvent*) {
  hovered_ = -1;
  viewport()->update();
}

// Down goes to a node that takes the value, Up to the first operand; Left and Right to the neighbours in the picture.
void GraphView::walk(Qt::Key key) {
  const graph::Outline& outline = *drawing_->outline;
  if (current_ < 0) return pick(drawing_->boxes.front().node);
  const auto nodeIn = [&](int box) { return drawing_->boxes[size_t(box)].node; };
  if (key == Qt::Key_Down || key == Qt::Key_Up) {
    for (const graph::OutlineEdge& e : outline.edges) {
      const int here = key == Qt::Key_Down ? e.from : e.to, there = key == Qt::Key_Down ? e.to : e.from;
      if (here == current_) return pick(there);
    }
    return;
  }
  const int box = boxOf(current_);
  const QRectF here = places_.boxes[size_t(box)];
  int best = -1;
  qreal distance = std::numeric_limits<qreal>::max();
  for (int i = 0; i < int(places_.boxes.size()); ++i) {
    const QRectF& there = places_.boxes[size_t(i)];
    const qreal across = there.center().x() - here.center().x();
    if (i == box || there.bottom() < here.top() || there.top() > here.bottom()) continue;
    if ((key == Qt::Key_Right) != (across > 0) || std::abs(across) >= distance) continue;
    best = i;
    distance = std::abs(across);
  }
  if (best >= 0) pick(nodeIn(best));
}

void GraphView::keyPressEvent(QKeyEvent* event) {
  if (event->matches(QKeySequence::Find)) return Q_EMIT searchRequested();
  if (event->key() == Qt::Key_F3) return stepFound(event->modifiers() & Qt::ShiftModifier ? -1 : 1);
  const bool plain = !(event->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier));
  if (!hasPicture() || !plain) return QAbstractScrollArea::keyPressEvent(event);
  switch (event->key()) {
    case Qt::Key_Down:
    case Qt::Key_Up:
    case Qt::Key_Left:
    case Qt::Key_Right:
      return walk(Qt::Key(event->key()));
    case Qt::Key_Home:
      return pick(drawing_->boxes.front().node);
    case Qt::Key_End:
      return pick(drawing_->boxes.back().node);
    case Qt::Key_Plus:
    case Qt::Key_Equal:
      return zoomBy(1);
    case Qt::Key_Minus:
      return zoomBy(-1);
    case Qt::Key_F:
      return fit();
    case Qt::Key_Slash:
      return Q_EMIT searchRequested();
    case Qt::Key_Escape:
      return pick(-1);
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (current_ >= 0) Q_EMIT activated(current_);
      return;
    default:
      return QAbstractScrollArea::keyPressEvent(event);
  }
}

// The keys of the search belong to the picture while it has the focus.
bool GraphView::event(QEvent* event) {
  if (event->type() == QEvent::ShortcutOverride) {
    const auto* key = static_cast<QKeyEvent*>(event);
    if (key->matches(QKeySequence::Find) || key->key() == Qt::Key_F3) {
      event->accept();
      return true;
    }
  }
  return QAbstractScrollArea::event(event);
}

bool GraphView::viewportEvent(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QAbstractScrollArea::viewportEvent(event);
  auto* help = static_cast<QHelpEvent*>(event);
  const int box = boxAt(help->pos());
  if (box < 0) {
    QToolTip::hideText();
  } else {
    const QRectF& place = places_.boxes[size_t(box)];
    const QRect rect = QRectF(origin() + place.topLeft() * zoom_, place.size() * zoom_).toAlignedRect();
    QString words = tooltipOf(*drawing_->outline, drawing_->boxes[size_t(box)].node, drawing_->figures);
    for (const int node : drawing_->boxes[size_t(box)].folded)
      words += "<br>+ " + sentenceOf(*drawing_->outline, node, drawing_->figures).toHtmlEscaped();
    QToolTip::showText(help->globalPos(), words, viewport(), rect);
  }
  return true;
}

}  // namespace lw
