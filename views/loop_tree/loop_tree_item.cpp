#include "views/loop_tree/loop_tree_item.h"

#include <QPainter>
#include <QPainterPath>
#include <QStyleOptionGraphicsItem>

#include "views/loop_tree/loop_tree_scene.h"

namespace lw {
namespace {

constexpr qreal kReadableScale = 0.4;  // below this scale texts are unreadable, and only shapes are painted

// Paints an arrow head at the end of a path that comes from the right.
void paintHead(QPainter& painter, const QPointF& tip, const QColor& color) {
  QPainterPath head(tip);
  head.lineTo(tip + QPointF(8, -4.5));
  head.lineTo(tip + QPointF(8, 4.5));
  head.closeSubpath();
  painter.fillPath(head, color);
}

}  // namespace

LoopTreeItem::LoopTreeItem(const LoopTreeScene& scene, int node) : scene_(scene), node_(node) { setZValue(node); }

QRectF LoopTreeItem::boundingRect() const { return scene_.shownBox(node_).frame.adjusted(-2, -2, 2, 2); }

void LoopTreeItem::paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget*) {
  const TreeBox& box = scene_.shownBox(node_);
  const LoopTreeNode& node = scene_.tree().nodes[size_t(node_)];
  if (QStyleOptionGraphicsItem::levelOfDetailFromTransform(painter->worldTransform()) < kReadableScale) {
    const TreeStyle& style = scene_.style();
    painter->setPen(Qt::NoPen);
    painter->setBrush(node.kind == LoopTreeNode::Kind::Block ? scene_.painter().heatOf(node) : style.theme.panel);
    painter->drawRect(box.frame);
    if (node.kind == LoopTreeNode::Kind::Loop)
      painter->fillRect(QRectF(box.frame.left(), box.frame.top(), 5, box.frame.height()), style.kindColor(node));
    if (scene_.selected(node_)) {
      painter->setPen(QPen(style.theme.selectionEdge, 4));
      painter->setBrush(Qt::NoBrush);
      painter->drawRect(box.frame);
    }
    return;
  }
  painter->save();
  scene_.painter().paint(*painter, node_, box, scene_.lookOf(node_));
  painter->restore();
  if (!box.callout.isEmpty() && scene_.witness())
    scene_.painter().paintWitness(*painter, box.callout, *scene_.witness());
  Q_UNUSED(option);
}

LoopTreeFlows::LoopTreeFlows(const LoopTreeScene& scene) : scene_(scene) {
  setZValue(1e6);
  setAcceptedMouseButtons(Qt::NoButton);
}

QRectF LoopTreeFlows::boundingRect() const { return QRectF(QPointF(), scene_.layout().size); }

void LoopTreeFlows::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) {
  const TreeStyle& style = scene_.style();
  const Theme& t = style.theme;
  const qreal most = scene_.layout().size.width() - kTreeMargin - kHeatStrip - 6;
  int lane = 0;
  for (const LoopTreeFlow* flow : scene_.visibleFlows()) {
    const QRectF from = scene_.shownBox(flow->from).frame, to = scene_.shownBox(flow->to).frame;
    const bool self = flow->from == flow->to;
    // Arrows leave in the lower half and enter in the upper half, so that both are distinguishable.
    const QPointF start(from.right() - 1, from.bottom() - from.height() * (self ? 0.2 : 0.3)),
        end(to.right() - 1, to.top() + to.height() * (self ? 0.2 : 0.3));
    const qreal bulge = std::min(most + 4, std::max(start.x(), end.x()) + 22 + 9 * (lane++ % 4));
    QPainterPath line(start);
    line.cubicTo(QPointF(bulge, start.y()), QPointF(bulge, end.y()), end + QPointF(7, 0));
    painter->setBrush(Qt::NoBrush);
    painter->setPen(QPen(t.panel, 4.5));
    painter->drawPath(line);
    painter->setPen(QPen(t.buffer, 1.7, self ? Qt::DashLine : Qt::SolidLine));
    painter->drawPath(line);
    paintHead(*painter, end, t.buffer);
    QString text = QString::fromStdString(flow->buffer);
    if (self) text += QStringLiteral(" ↺ ") + QString::fromStdString(flow->carriedBy);
    const qreal width = style.codeSize.horizontalAdvance(text) + 14;
    const QPointF middle = line.pointAtPercent(0.5);
    const QRectF pill(std::min(middle.x() - width / 2, most - width), middle.y() - 10, width, 20);
    painter->setPen(QPen(t.buffer, 1));
    painter->setBrush(t.panel);
    painter->drawRoundedRect(pill, 10, 10);
    painter->setFont(style.code);
    painter->setPen(t.buffer);
    painter->drawText(pill, Qt::AlignCenter, text);
  }
}

}  // namespace lw
