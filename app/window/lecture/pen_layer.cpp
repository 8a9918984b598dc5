#include "app/window/lecture/pen_layer.h"

#include <QMouseEvent>
#include <QPainter>

namespace lw {
namespace {

constexpr qreal kPenWidth = 4, kPointerRadius = 9;

}  // namespace

PenLayer::PenLayer(QWidget* parent) : QWidget(parent), theme_(loadTheme("dark")) {
  setObjectName("penLayer");
  setFocusPolicy(Qt::NoFocus);
  setMouseTracking(true);
  setAttribute(Qt::WA_NoSystemBackground);
  follow();
}

void PenLayer::setTheme(const Theme& theme) {
  theme_ = theme;
  update();
}

void PenLayer::setTool(Tool tool) {
  tool_ = tool;
  pointer_.reset();
  follow();
}

void PenLayer::erase() {
  lines_.clear();
  update();
}

void PenLayer::setBlank(std::optional<QColor> color) {
  blank_ = color;
  follow();
}

// Without a tool the layer is there only to draw.
void PenLayer::follow() {
  setAttribute(Qt::WA_TransparentForMouseEvents, tool_ == Tool::None && !blank_);
  if (blank_ || tool_ == Tool::Pointer)
    setCursor(Qt::BlankCursor);
  else if (tool_ == Tool::Pen)
    setCursor(Qt::CrossCursor);
  else
    unsetCursor();
  update();
}

void PenLayer::mousePressEvent(QMouseEvent* event) {
  if (tool_ == Tool::Pen && !blank_ && event->button() == Qt::LeftButton) {
    lines_.push_back(QPolygonF({event->position(), event->position()}));
    update();
  }
}

void PenLayer::mouseMoveEvent(QMouseEvent* event) {
  if (tool_ == Tool::Pointer) pointer_ = event->position();
  if (tool_ == Tool::Pen && event->buttons() & Qt::LeftButton && !lines_.empty())
    lines_.back().append(event->position());
  update();
}

void PenLayer::leaveEvent(QEvent*) {
  pointer_.reset();
  update();
}

void PenLayer::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  if (blank_) return painter.fillRect(rect(), *blank_);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(theme_.reduce, kPenWidth, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  for (const QPolygonF& line : lines_) painter.drawPolyline(line);
  if (!pointer_) return;
  QColor halo = theme_.reduce;
  halo.setAlphaF(0.3F);
  painter.setPen(Qt::NoPen);
  painter.setBrush(halo);
  painter.drawEllipse(*pointer_, 2 * kPointerRadius, 2 * kPointerRadius);
  painter.setBrush(theme_.reduce);
  painter.drawEllipse(*pointer_, kPointerRadius, kPointerRadius);
}

}  // namespace lw
