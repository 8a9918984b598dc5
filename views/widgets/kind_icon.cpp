#include "views/widgets/kind_icon.h"

#include <QPainterPath>

namespace lw {
namespace {

QPainterPath serial() {
  QPainterPath p(QPointF(5, 0.8));
  p.lineTo(5, 9.2);
  p.moveTo(2, 6.2);
  p.lineTo(5, 9.2);
  p.lineTo(8, 6.2);
  return p;
}

QPainterPath reduction() {
  QPainterPath p(QPointF(8, 2.6));
  p.lineTo(8, 1);
  p.lineTo(2, 1);
  p.lineTo(5.4, 5);
  p.lineTo(2, 9);
  p.lineTo(8, 9);
  p.lineTo(8, 7.4);
  return p;
}

QPainterPath lanes() {
  QPainterPath p;
  for (const qreal x : {1.4, 5.0, 8.6}) {
    p.moveTo(x, 0.8);
    p.lineTo(x, 9.2);
  }
  return p;
}

QPainterPath lines() {
  QPainterPath p;
  for (const qreal y : {1.6, 5.0, 8.4}) {
    p.moveTo(0.8, y);
    p.lineTo(9.2, y);
  }
  return p;
}

QPainterPath cells(int rows, int columns, qreal size, qreal pitch) {
  QPainterPath p;
  const qreal top = 5 - ((rows - 1) * pitch + size) / 2, left = 5 - ((columns - 1) * pitch + size) / 2;
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < columns; ++c) p.addRect(left + c * pitch, top + r * pitch, size, size);
  return p;
}

}  // namespace

void paintKindIcon(QPainter& painter, const QPointF& at, ForKind kind, bool reduce, const QColor& color) {
  painter.save();
  painter.translate(at);
  const QPen pen(color, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin);
  const auto stroke = [&](const QPainterPath& path) {
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(path);
  };
  const auto fill = [&](const QPainterPath& path) { painter.fillPath(path, color); };
  switch (kind) {
    case ForKind::Serial:
      stroke(reduce ? reduction() : serial());
      break;
    case ForKind::Parallel:
      stroke(lanes());
      break;
    case ForKind::Vectorized:
      fill(cells(1, 4, 2, 2.8));
      break;
    case ForKind::Unrolled:
      stroke(lines());
      break;
    case ForKind::ThreadBinding:
      fill(cells(3, 3, 2, 3.4));
      break;
  }
  painter.restore();
}

void paintIterationType(QPainter& painter, const QPointF& centre, bool reduce, const QColor& color) {
  if (reduce) {
    QPainterPath diamond(centre + QPointF(0, -4.6));
    diamond.lineTo(centre + QPointF(4.6, 0));
    diamond.lineTo(centre + QPointF(0, 4.6));
    diamond.lineTo(centre + QPointF(-4.6, 0));
    diamond.closeSubpath();
    painter.fillPath(diamond, color);
    return;
  }
  painter.setPen(Qt::NoPen);
  painter.setBrush(color);
  painter.drawEllipse(centre, 3, 3);
}

}  // namespace lw
