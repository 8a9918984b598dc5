// Paints the two conflicting iterations of a refusal.
#include <QPainterPath>
#include <algorithm>

#include "views/loop_tree/loop_tree_painter.h"

namespace lw {
namespace {

constexpr qreal kWitnessRadius = 6, kNarrow = 300;

}  // namespace

void LoopTreePainter::paintPoint(QPainter& painter, const QRectF& place, const QString& number,
                                 const Witness::Point& point, const Witness::Point& other) const {
  const Theme& t = style_.theme;
  painter.setPen(QPen(t.hairline, 1));
  painter.setBrush(t.panel);
  painter.drawRoundedRect(place, 5, 5);
  const qreal middle = place.center().y(), right = place.right() - 8;
  painter.setPen(Qt::NoPen);
  painter.setBrush(t.reduce);
  painter.drawEllipse(QPointF(place.left() + 13, middle), 7.5, 7.5);
  painter.setFont(style_.chip);
  painter.setPen(t.panel);
  painter.drawText(QRectF(place.left() + 4, middle - 8, 18, 16), Qt::AlignCenter, number);
  qreal x = place.left() + 28;
  // Loops whose values differ come first, because these always fit.
  for (const bool differing : {true, false})
    for (const auto& value : point.iteration) {
      const bool same = std::find(other.iteration.begin(), other.iteration.end(), value) != other.iteration.end();
      if (same == differing) continue;
      const QString text = QStringLiteral("%1=%2").arg(QString::fromStdString(value.first)).arg(value.second);
      const qreal width = style_.codeSize.horizontalAdvance(text);
      if (x + width > right) return;
      drawAt(painter, x, middle, text, same ? style_.code : style_.codeStrong, style_.codeSize, same ? t.dim : t.text);
      x += width + 10;
    }
}

// The element is in the first line, and a bracket joins the two iterations.
void LoopTreePainter::paintNarrowWitness(QPainter& painter, const QRectF& room, const Witness& witness) const {
  const Theme& t = style_.theme;
  const QString dependence = QString::fromStdString(witness.dependence);
  const QString why = dependence == "flow"     ? tr("1 writes, 2 reads")
                      : dependence == "anti"   ? tr("1 reads, 2 writes")
                      : dependence == "output" ? tr("Both write")
                                               : tr("Both update");
  drawAt(painter, room.left(), room.top() + 7, why, style_.small, style_.smallSize, t.dim);
  const qreal after = room.left() + style_.width(style_.small, why) + 7;
  drawAt(painter, after, room.top() + 7,
         style_.codeSize.elidedText(QString::fromStdString(witness.element), Qt::ElideMiddle, room.right() - after),
         style_.code, style_.codeSize, t.buffer);
  const qreal top = room.top() + 22, height = 24;
  for (const bool first : {true, false})
    paintPoint(painter, QRectF(room.left(), first ? top : top + 29, room.width() - 12, height), first ? "1" : "2",
               first ? witness.first : witness.second, first ? witness.second : witness.first);
  QPainterPath bracket(QPointF(room.right() - 11, top + height / 2));
  bracket.cubicTo(QPointF(room.right() + 1, top + height / 2), QPointF(room.right() + 1, top + 29 + height / 2),
                  QPointF(room.right() - 11, top + 29 + height / 2));
  painter.setPen(QPen(t.reduce, 1.5));
  painter.setBrush(Qt::NoBrush);
  painter.drawPath(bracket);
}

void LoopTreePainter::paintWitness(QPainter& painter, const QRectF& place, const Witness& witness) const {
  const Theme& t = style_.theme;
  painter.setPen(Qt::NoPen);
  painter.setBrush(blend(t.panel, t.reduce, 0.08));
  painter.drawRoundedRect(place, kWitnessRadius, kWitnessRadius);
  painter.setBrush(t.reduce);
  painter.drawRoundedRect(QRectF(place.left(), place.top(), 3, place.height()), 1.5, 1.5);
  const QRectF room = place.adjusted(12, 8, -10, -8);
  const QString dependence = QString::fromStdString(witness.dependence);
  const QString why = dependence == "flow"     ? tr("The second reads what the first wrote")
                      : dependence == "anti"   ? tr("The second overwrites what the first read")
                      : dependence == "output" ? tr("Both write the same element")
                                               : tr("Both read and write the same element");
  if (room.width() < kNarrow) return paintNarrowWitness(painter, room, witness);
  drawAt(painter, room.left(), room.top() + 7, style_.smallSize.elidedText(why, Qt::ElideRight, room.width()),
         style_.small, style_.smallSize, t.dim);
  const QString element =
      style_.codeSize.elidedText(QString::fromStdString(witness.element), Qt::ElideMiddle, room.width() * 0.4);
  const qreal pill = style_.codeSize.horizontalAdvance(element) + 20, top = room.top() + 22, height = 24;
  const QRectF target(room.right() - pill, top + 14, pill, height);
  const qreal width = std::min(room.width() - pill - 34, 280.0);
  for (const bool first : {true, false}) {
    const QRectF box(room.left(), first ? top : top + 29, width, height);
    paintPoint(painter, box, first ? "1" : "2", first ? witness.first : witness.second,
               first ? witness.second : witness.first);
    QPainterPath line(QPointF(box.right(), box.center().y()));
    const QPointF end(target.left() - 2, target.center().y());
    line.cubicTo(QPointF((box.right() + end.x()) / 2, box.center().y()), QPointF((box.right() + end.x()) / 2, end.y()),
                 end);
    painter.setPen(QPen(t.reduce, 1.5));
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(line);
  }
  painter.setPen(QPen(t.buffer, 1.2));
  painter.setBrush(t.panel);
  painter.drawRoundedRect(target, 5, 5);
  painter.setFont(style_.code);
  painter.setPen(t.buffer);
  painter.drawText(target, Qt::AlignCenter, element);
}

}  // namespace lw
