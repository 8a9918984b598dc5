#include "views/painted/minimap.h"

#include <QMouseEvent>
#include <QPainter>
#include <algorithm>

#include "views/theme/theme.h"

namespace lw {
namespace {

constexpr qreal kInset = 6;

}  // namespace

Minimap::Minimap(QWidget* view) : QWidget(view) {
  setCursor(Qt::PointingHandCursor);
  hide();
}

void Minimap::contentChanged() {
  content_ = {};
  update();
}

QPointF Minimap::scale() const {
  const QSizeF all = whole();
  return {(width() - 2 * kInset) / std::max(1.0, all.width()), (height() - 2 * kInset) / std::max(1.0, all.height())};
}

QRectF Minimap::placed(const QRectF& box) const {
  const QPointF by = scale();
  return {kInset + box.left() * by.x(), kInset + box.top() * by.y(), box.width() * by.x(), box.height() * by.y()};
}

void Minimap::paintEvent(QPaintEvent*) {
  if (content_.isNull()) {
    content_ = QPixmap(size() * devicePixelRatioF());
    content_.setDevicePixelRatio(devicePixelRatioF());
    content_.fill(Qt::transparent);
    QPainter painter(&content_);
    drawContent(painter);
  }
  const Theme& theme = colors();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.fillRect(rect(), theme.panel);
  painter.fillRect(QRectF(0, 0, 1, height()), theme.hairline);
  painter.drawPixmap(0, 0, content_);
  drawMarks(painter);
  painter.setPen(QPen(theme.focus, 1.2));
  QColor tint = theme.focus;
  tint.setAlphaF(0.12f);
  painter.setBrush(tint);
  painter.drawRoundedRect(sight(), 3, 3);
}

void Minimap::resizeEvent(QResizeEvent*) { contentChanged(); }

void Minimap::mousePressEvent(QMouseEvent* event) {
  const QPointF by = scale(), at = event->position();
  goTo({(at.x() - kInset) / by.x(), (at.y() - kInset) / by.y()});
}

void Minimap::mouseMoveEvent(QMouseEvent* event) {
  if (event->buttons() & Qt::LeftButton) mousePressEvent(event);
}

}  // namespace lw
