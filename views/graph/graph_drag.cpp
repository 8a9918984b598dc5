#include "views/graph/graph_drag.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include "views/graph/graph_view.h"

namespace lw {

GraphDrag::GraphDrag(GraphView* view) : QWidget(view->viewport()), view_(view) {
  setAttribute(Qt::WA_TransparentForMouseEvents);
  hide();
  view->installEventFilter(this);
  view->viewport()->installEventFilter(this);
}

int GraphDrag::nodeAt(const QPoint& position) const {
  if (!view_->hasPicture()) return -1;
  const QPointF point = view_->visible().topLeft() + QPointF(position) / view_->zoom();
  const std::vector<QRectF>& boxes = view_->places().boxes;
  for (size_t i = 0; i < boxes.size(); ++i)
    if (boxes[i].contains(point)) return view_->drawing()->boxes[i].node;
  return -1;
}

// The picture handles presses as before: a press on a node selects it.
bool GraphDrag::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::KeyPress && watched == view_ && isVisible() &&
      static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
    end();
    Q_EMIT movedOver(-1, -1);
    return true;
  }
  if (watched == view_) return false;
  if (event->type() == QEvent::MouseButtonPress) {
    const auto* mouse = static_cast<QMouseEvent*>(event);
    start_ = mouse->position().toPoint();
    from_ = mouse->button() == Qt::LeftButton ? nodeAt(start_) : -1;
  } else if (event->type() == QEvent::MouseMove && from_ >= 0) {
    const auto* mouse = static_cast<QMouseEvent*>(event);
    if (!(mouse->buttons() & Qt::LeftButton)) return false;
    moveTo(mouse->position().toPoint());
    return isVisible();
  } else if (event->type() == QEvent::MouseButtonRelease) {
    const int from = from_, to = to_;
    const bool dragged = isVisible();
    end();
    if (dragged) Q_EMIT dropped(from, to);
    return dragged;
  }
  return false;
}

void GraphDrag::moveTo(const QPoint& position) {
  const bool begins = !isVisible();
  if (begins && (position - start_).manhattanLength() < QApplication::startDragDistance()) return;
  at_ = position;
  setGeometry(view_->viewport()->rect());
  show();
  raise();
  update();
  const int over = nodeAt(position), target = over == from_ ? -1 : over;
  if (!begins && target == to_) return;
  to_ = target;
  allowed_.reset();
  view_->viewport()->setCursor(Qt::ClosedHandCursor);
  Q_EMIT movedOver(from_, to_);
}

void GraphDrag::end() {
  from_ = to_ = -1;
  allowed_.reset();
  if (!isVisible()) return;
  hide();
  view_->viewport()->setCursor(Qt::ArrowCursor);
}

void GraphDrag::setAllowed(std::optional<bool> allowed) {
  allowed_ = allowed;
  update();
}

// A line from the dragged node to the mouse, and a frame around the node under it: solid where it may be dropped,
// dashed where it may not.
void GraphDrag::paintEvent(QPaintEvent*) {
  if (from_ < 0 || !view_->hasPicture()) return;
  const Theme& theme = view_->theme();
  const QColor color = !allowed_ ? theme.dim : *allowed_ ? theme.vectorized : theme.reduce;
  const Qt::PenStyle style = allowed_.value_or(false) ? Qt::SolidLine : Qt::DashLine;
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(color, 2, style));
  painter.drawLine(view_->rectOf(from_).center(), at_);
  if (to_ < 0) return;
  painter.setPen(QPen(color, 3, style));
  painter.drawRoundedRect(QRectF(view_->rectOf(to_)).adjusted(-3, -3, 3, 3), 8, 8);
}

}  // namespace lw
