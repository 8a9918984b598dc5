#include "views/graph/graph_painter.h"

#include <algorithm>
#include <cmath>

namespace lw {
namespace {

using Kind = graph::OutlineNode::Kind;

constexpr qreal kTexts = 0.7;     // of the zoom: from here on, all lines fit at their least size
constexpr qreal kTitles = 0.16;   // titles, enlarged as far as they fit
constexpr qreal kArrows = 0.3;    // heads of arrows, smooth lines
constexpr qreal kEdge = 3;        // width of the coloured edge
constexpr qreal kLeastText = 11;  // pixels on the screen

// The font, or a larger one where the zoom would make it smaller than can be read.
QFont readable(QFont font, qreal zoom) {
  font.setPointSizeF(std::max(font.pointSizeF(), kLeastText * 0.75 / zoom));
  return font;
}

QPainterPath polygon(std::initializer_list<QPointF> points) {
  QPainterPath path(*points.begin());
  for (const QPointF& p : points) path.lineTo(p);
  path.closeSubpath();
  return path;
}

QPainterPath strokes(std::initializer_list<std::pair<QPointF, QPointF>> lines) {
  QPainterPath path;
  for (const auto& [from, to] : lines) {
    path.moveTo(from);
    path.lineTo(to);
  }
  return path;
}

}  // namespace

QColor kindColor(Kind kind, const Theme& theme) {
  switch (kind) {
    case Kind::Parameter:
    case Kind::Constant:
      return theme.buffer;
    case Kind::Operator:
      return theme.block;
    case Kind::Kernel:
      return theme.vectorized;
    case Kind::Library:
      return theme.unrolled;
    case Kind::Function:
      return theme.parallel;
    case Kind::Structure:
      return theme.serial;
    case Kind::Branch:
      return theme.reduce;
    case Kind::Result:
      return theme.text;
  }
  return theme.text;
}

void paintGraphIcon(QPainter& painter, const QPointF& at, Kind kind, const QColor& color) {
  painter.save();
  painter.translate(at);
  painter.setPen(QPen(color, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  painter.setBrush(Qt::NoBrush);
  switch (kind) {
    case Kind::Parameter:  // an arrow to a line
      painter.drawPath(
          strokes({{{5, 0.8}, {5, 6.4}}, {{2.4, 4}, {5, 6.6}}, {{7.6, 4}, {5, 6.6}}, {{1, 9.2}, {9, 9.2}}}));
      break;
    case Kind::Constant:  // a filled square
      painter.fillRect(QRectF(1.6, 1.6, 6.8, 6.8), color);
      break;
    case Kind::Operator:  // a circle with a dot
      painter.drawEllipse(QPointF(5, 5), 3.9, 3.9);
      painter.setBrush(color);
      painter.drawEllipse(QPointF(5, 5), 0.7, 0.7);
      break;
    case Kind::Kernel:  // boxes inside each other, as in the loop tree
      painter.drawRect(QRectF(1, 1, 8, 8));
      painter.fillRect(QRectF(3.6, 3.6, 2.8, 2.8), color);
      break;
    case Kind::Library:  // books
      painter.drawPath(strokes({{{1.6, 1}, {1.6, 9}}, {{4.6, 1}, {4.6, 9}}, {{7, 1.4}, {9, 8.8}}}));
      break;
    case Kind::Function:  // brackets
      painter.drawPath(strokes({{{3.4, 1}, {1.4, 1}},
                                {{1.4, 1}, {1.4, 9}},
                                {{1.4, 9}, {3.4, 9}},
                                {{6.6, 1}, {8.6, 1}},
                                {{8.6, 1}, {8.6, 9}},
                                {{8.6, 9}, {6.6, 9}}}));
      break;
    case Kind::Structure:  // dots
      painter.setBrush(color);
      for (const qreal x : {1.6, 5.0, 8.4}) painter.drawEllipse(QPointF(x, 5), 0.6, 0.6);
      break;
    case Kind::Branch:  // a diamond
      painter.drawPath(polygon({{5, 0.6}, {9.4, 5}, {5, 9.4}, {0.6, 5}}));
      break;
    case Kind::Result:  // an arrow from a line
      painter.drawPath(
          strokes({{{1, 0.9}, {9, 0.9}}, {{5, 3}, {5, 9}}, {{2.4, 6.6}, {5, 9.2}}, {{7.6, 6.6}, {5, 9.2}}}));
      break;
  }
  painter.restore();
}

// The lines of the selected node are painted last, above all others.
void GraphPainter::paintLines(QPainter& painter, const QRectF& visible, qreal zoom, int selectedNode) const {
  const QColor plain = blend(theme_.dim, theme_.panel, 0.35);
  const bool detailed = zoom >= kArrows;
  painter.setBrush(Qt::NoBrush);
  const auto isMine = [&](const GraphLine& line) {
    return selectedNode >= 0 && (drawing_.boxes[size_t(line.from)].node == selectedNode ||
                                 drawing_.boxes[size_t(line.to)].node == selectedNode);
  };
  const auto draw = [&](size_t i, bool mine) {
    const QPainterPath& path = places_.lines[i];
    if (path.isEmpty() || !path.controlPointRect().adjusted(-4, -4, 4, 4).intersects(visible)) return;
    const QColor color = mine ? theme_.selectionEdge : plain;
    const qreal width = std::max(mine ? 1.9 : 1.2, (mine ? 1.6 : 0.8) / zoom);
    painter.setPen(QPen(color, width));
    if (!detailed && !mine)
      return painter.drawLine(QPointF(path.elementAt(0)), QPointF(path.elementAt(path.elementCount() - 1)));
    painter.drawPath(path);
    if (!detailed) return;
    painter.save();
    painter.translate(path.pointAtPercent(1));
    painter.rotate(-path.angleAtPercent(0.99));
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawPolygon(QPolygonF({{0, 0}, {-7, -3.5}, {-7, 3.5}}));
    painter.restore();
    painter.setBrush(Qt::NoBrush);
  };
  for (size_t i = 0; i < drawing_.lines.size(); ++i)
    if (!isMine(drawing_.lines[i])) draw(i, false);
  for (size_t i = 0; i < drawing_.lines.size(); ++i)
    if (isMine(drawing_.lines[i])) draw(i, true);
}

void GraphPainter::paintBox(QPainter& painter, int box, const GraphLook& look, qreal zoom) const {
  const graph::OutlineNode& node = drawing_.nodeOf(box);
  const GraphBox& drawn = drawing_.boxes[size_t(box)];
  const QColor kind = kindColor(node.kind, theme_);
  const QRectF frame = places_.boxes[size_t(box)].adjusted(0.5, 0.5, -0.5, -0.5);
  const bool source = node.kind == Kind::Parameter || node.kind == Kind::Constant;
  if (look.faded && !look.selected) painter.setOpacity(0.3);
  if (zoom < kTitles) {
    painter.fillRect(frame, look.selected ? theme_.selectionEdge : blend(theme_.raised, kind, source ? 0.4 : 0.75));
    painter.setOpacity(1);
    return;
  }
  const qreal radius = source ? frame.height() / 2 : 6;
  const qreal border = std::max(look.selected ? 2.0 : 1.1, (look.selected ? 2.0 : 0.8) / zoom);
  const bool strong = node.kind == Kind::Result;
  painter.setPen(QPen(look.selected ? theme_.selectionEdge
                      : look.near   ? blend(theme_.selectionEdge, theme_.panel, 0.35)
                      : source      ? blend(theme_.buffer, theme_.panel, 0.5)
                      : strong      ? theme_.text
                                    : theme_.hairline,
                      border, node.kind == Kind::Structure && !look.selected ? Qt::DashLine : Qt::SolidLine));
  painter.setBrush(look.selected  ? theme_.selection
                   : look.hovered ? blend(theme_.raised, theme_.text, 0.06)
                                  : theme_.raised);
  painter.drawRoundedRect(frame, radius, radius);
  if (!drawn.small) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(kind);
    painter.drawRoundedRect(QRectF(frame.left(), frame.top() + 5, kEdge, frame.height() - 10), 1.5, 1.5);
  }
  if (zoom >= kTexts) {
    paintText(painter, box, look, frame, zoom);
  } else {
    QFont font = fonts_.title;
    font.setPixelSize(std::max(1, int(std::ceil(kLeastText / zoom))));
    painter.setFont(font);
    painter.setPen(source ? theme_.buffer : theme_.text);
    const QRectF room = frame.adjusted(6, 0, -6, 0);
    // In a graph that is smaller yet, boxes are only colours; their tooltips have the names.
    if (frame.height() >= 0.85 * font.pixelSize())
      painter.drawText(room, Qt::AlignCenter,
                       QFontMetricsF(font).elidedText(drawn.title, Qt::ElideRight, room.width()));
  }
  painter.setOpacity(1);
}

// Where the zoom would make texts smaller than can be read, they are as large as can be read, and shortened.
void GraphPainter::paintText(QPainter& painter, int box, const GraphLook& look, const QRectF& frame, qreal zoom) const {
  const auto draw = [&](const QFont& usual, const QRectF& room, int alignment, const QString& text) {
    const QFont font = readable(usual, zoom);
    painter.setFont(font);
    painter.drawText(room, alignment | Qt::AlignVCenter,
                     font == usual ? text : QFontMetricsF(font).elidedText(text, Qt::ElideRight, room.width()));
  };
  const graph::OutlineNode& node = drawing_.nodeOf(box);
  const GraphBox& drawn = drawing_.boxes[size_t(box)];
  const QColor kind = kindColor(node.kind, theme_), dim = look.selected ? theme_.text : theme_.dim;
  const bool source = node.kind == Kind::Parameter || node.kind == Kind::Constant;
  const qreal left = frame.left() + kGraphPadding;
  const qreal rows = drawn.small ? 1 : drawn.figures.isEmpty() ? 2 : 3;
  qreal top = frame.center().y() - rows * kGraphRow / 2;
  const auto row = [&](qreal from) { return QRectF(from, top, frame.right() - from, kGraphRow); };
  paintGraphIcon(painter, {left, top + (kGraphRow - 10) / 2}, node.kind, kind);
  painter.setPen(source ? theme_.buffer : node.kind == Kind::Structure ? theme_.dim : theme_.text);
  draw(fonts_.title, row(left + kGraphIcon), Qt::AlignLeft, drawn.title);
  painter.setPen(dim);
  const qreal named = kGraphIcon + fonts_.titleSize.horizontalAdvance(drawn.title) / std::min(1.0, zoom) + 4;
  if (drawn.small)
    return draw(fonts_.detail, row(left + named).adjusted(0, 0, -kGraphPadding, 0), Qt::AlignRight, drawn.detail);
  const GraphNodeFigures* figures = drawing_.figures.find(node.value);
  const qreal group = figures && figures->group >= 0 ? kGraphGroup : 0;
  draw(fonts_.detail, row(left + named).adjusted(0, 0, -kGraphPadding - group, 0), Qt::AlignRight, drawn.bytes);
  top += kGraphRow;
  draw(fonts_.detail, row(left).adjusted(0, 0, -6, 0), Qt::AlignLeft, drawn.detail);
  top += kGraphRow;
  painter.setPen(look.selected ? theme_.text : blend(theme_.buffer, theme_.text, 0.25));
  draw(fonts_.figures, row(left).adjusted(0, 0, -6, 0), Qt::AlignLeft, drawn.figures);
  paintShare(painter, drawn, frame, zoom);
}

// The share of the time, as a bar at the bottom; a group of fused nodes has its number at the upper right.
void GraphPainter::paintShare(QPainter& painter, const GraphBox& box, const QRectF& frame, qreal zoom) const {
  const GraphNodeFigures* figures = drawing_.figures.find(drawing_.outline->nodes[size_t(box.node)].value);
  if (!figures) return;
  if (figures->share) {
    const QRectF bar(frame.left() + kGraphPadding, frame.bottom() - 4, frame.width() - 2 * kGraphPadding, 3);
    painter.fillRect(bar, theme_.hairline);
    painter.fillRect(QRectF(bar.topLeft(), QSizeF(bar.width() * std::clamp(*figures->share, 0.0, 1.0), bar.height())),
                     theme_.bar);
  }
  if (figures->group < 0) return;
  const QFont font = readable(fonts_.detail, zoom);
  painter.setFont(font);
  const QString number = QString::number(figures->group + 1);
  const qreal width = std::max(15.0, QFontMetricsF(font).horizontalAdvance(number) + 8);
  const QRectF chip(frame.right() - width - 6, frame.top() + 6, width, 16);
  painter.setPen(QPen(theme_.vectorized, 1));
  painter.setBrush(Qt::NoBrush);
  painter.drawRoundedRect(chip, 7, 7);
  painter.setPen(theme_.text);
  painter.drawText(chip, Qt::AlignCenter, number);
}

}  // namespace lw
