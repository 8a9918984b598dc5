#include "views/loop_tree/loop_tree_drag.h"

#include <QApplication>
#include <QScrollBar>
#include <algorithm>
#include <cmath>
#include <utility>

#include "views/loop_tree/loop_tree_view.h"

namespace lw {
namespace {

constexpr int kScrollEdge = 24;  // width of the edge in which a drag scrolls

}  // namespace

LoopTreeDrag::LoopTreeDrag(LoopTreeView& view, LoopTreeScene& scene) : QObject(&view), view_(view), scene_(scene) {}

void LoopTreeDrag::press(int node, const QPoint& position) {
  pressed_ = enabled_ ? node : -1;
  pressedAt_ = position;
}

int LoopTreeDrag::loopAt(const QPoint& position) const {
  const auto& nodes = scene_.tree().nodes;
  int at = scene_.nodeAt(view_.mapToScene(position));
  while (at >= 0 && nodes[size_t(at)].kind != LoopTreeNode::Kind::Loop) at = nodes[size_t(at)].parent;
  return at;
}

void LoopTreeDrag::begin() {
  const LoopTreeNode& moved = scene_.tree().nodes[size_t(pressed_)];
  active_ = true;
  verdicts_.clear();
  view_.setCursor(Qt::ClosedHandCursor);
  show();
  Q_EMIT began(moved.loop, moved.block);
}

void LoopTreeDrag::moveTo(const QPoint& position) {
  const LoopTreeNode& moved = scene_.tree().nodes[size_t(pressed_)];
  if (!active_) {
    if ((position - pressedAt_).manhattanLength() < QApplication::startDragDistance() ||
        moved.kind == LoopTreeNode::Kind::Statement)
      return;
    begin();
  }
  at_ = position;
  QScrollBar* bar = view_.verticalScrollBar();
  if (position.y() < kScrollEdge) bar->setValue(bar->value() - bar->singleStep());
  if (position.y() > view_.viewport()->height() - kScrollEdge) bar->setValue(bar->value() + bar->singleStep());
  // Over a block, the target is the loop around it. The drag has no target until it leaves its own place.
  const int loop = loopAt(position);
  const bool home = loop == pressed_ || (loop == moved.parent && scene_.nodeAt(view_.mapToScene(position)) != loop);
  const int target = home ? -1 : loop;
  if (target != target_) {
    target_ = target;
    show();
  }
  view_.viewport()->update();
}

void LoopTreeDrag::setVerdicts(const std::vector<DropVerdict>& verdicts) {
  if (!active_) return;
  for (const DropVerdict& verdict : verdicts) verdicts_.insert_or_assign(verdict.target, verdict);
  show();
  view_.viewport()->update();
}

void LoopTreeDrag::show() { scene_.setDrag(active_ ? TreeDrag{pressed_, target_, verdicts_} : TreeDrag{}); }

void LoopTreeDrag::release() {
  const int from = std::exchange(pressed_, -1), to = active_ ? target_ : -1;
  target_ = -1;
  end();
  if (from < 0 || to < 0) return;
  const LoopTreeNode &moved = scene_.tree().nodes[size_t(from)], &target = scene_.tree().nodes[size_t(to)];
  if (moved.kind == LoopTreeNode::Kind::Loop)
    Q_EMIT loopDropped(moved.loop, target.loop);
  else if (moved.kind == LoopTreeNode::Kind::Block)
    Q_EMIT blockDropped(moved.block, target.loop);
}

void LoopTreeDrag::cancel() {
  pressed_ = target_ = -1;
  end();
}

void LoopTreeDrag::end() {
  if (!active_) return;
  active_ = false;
  verdicts_.clear();
  view_.setCursor(Qt::ArrowCursor);
  show();
  view_.viewport()->update();
  Q_EMIT ended();
}

// Shows the dragged node below the mouse, with the effect of the drop or the reason why it is refused.
void LoopTreeDrag::paint(QPainter& painter) const {
  if (!active_) return;
  const TreeStyle& style = scene_.style();
  const Theme& t = style.theme;
  const DropVerdict* verdict = scene_.verdictFor(target_);
  const QString name = QString::fromStdString(scene_.tree().nodes[size_t(pressed_)].name);
  QString text = target_ < 0 ? name
                 : verdict   ? verdict->legal ? verdict->call : verdict->reason
                             : LoopTreeView::tr("Checking…");
  QColor ink = t.text;
  if (target_ >= 0 && verdict) {
    text = (verdict->legal ? QStringLiteral("✓ ") : QStringLiteral("✗ ")) + text;
    ink = verdict->legal ? t.vectorized : t.reduce;
  }
  painter.save();
  painter.resetTransform();
  const QFont& font = verdict && !verdict->legal ? style.small : style.code;
  const QFontMetricsF size(font);
  const qreal most = std::min(300.0, view_.viewport()->width() - 24.0);
  const QRectF words = size.boundingRect(QRectF(0, 0, most - 20, 400), Qt::TextWordWrap, text);
  QRectF bubble(at_.x() + 14, at_.y() + 16, std::ceil(words.width()) + 22, std::ceil(words.height()) + 14);
  bubble.moveLeft(std::clamp(bubble.left(), 6.0, std::max(6.0, view_.viewport()->width() - bubble.width() - 6)));
  if (bubble.bottom() > view_.viewport()->height() - 6) bubble.moveBottom(at_.y() - 12);
  painter.setPen(QPen(ink, 1.2));
  painter.setBrush(t.raised);
  painter.drawRoundedRect(bubble, 6, 6);
  painter.setFont(font);
  painter.setPen(ink);
  painter.drawText(bubble.adjusted(11, 7, -9, -7), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap, text);
  painter.restore();
}

}  // namespace lw
