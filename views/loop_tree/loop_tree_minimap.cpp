#include "views/loop_tree/loop_tree_minimap.h"

#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>

#include "views/loop_tree/loop_tree_view.h"

namespace lw {
namespace {

constexpr qreal kTimesHigher = 5, kInset = 6;

}  // namespace

LoopTreeMinimap::LoopTreeMinimap(LoopTreeView* view) : QWidget(view), view_(view) {
  setAccessibleName(tr("Overview of the loop tree"));
  setToolTip(tr("The whole program; click to go to a part"));
  setCursor(Qt::PointingHandCursor);
  hide();
}

bool LoopTreeMinimap::wanted() const {
  return view_->picture().layout().size.height() * view_->zoom() > kTimesHigher * view_->viewport()->height();
}

qreal LoopTreeMinimap::scale() const {
  const QSizeF all = view_->picture().layout().size;
  return all.isEmpty() ? 1 : std::min((width() - 2 * kInset) / all.width(), (height() - 2 * kInset) / all.height());
}

void LoopTreeMinimap::contentChanged() {
  content_ = {};
  update();
}

// Loops are drawn as outlines, and blocks in the heat colour of their work.
void LoopTreeMinimap::drawContent() {
  content_ = QPixmap(size() * devicePixelRatioF());
  content_.setDevicePixelRatio(devicePixelRatioF());
  content_.fill(Qt::transparent);
  QPainter painter(&content_);
  const LoopTreeScene& picture = view_->picture();
  const TreeStyle& style = picture.style();
  const LoopTreePainter paint = picture.painter();
  const QSizeF all = picture.layout().size;
  const qreal down = (height() - 2 * kInset) / all.height(), across = (width() - 2 * kInset) / all.width();
  for (size_t i = 0; i < picture.tree().nodes.size(); ++i) {
    const LoopTreeNode& node = picture.tree().nodes[i];
    const QRectF& frame = picture.layout().boxes[i].frame;
    const QRectF here(kInset + frame.left() * across, kInset + frame.top() * down, frame.width() * across,
                      std::max(1.0, frame.height() * down - 0.4));
    if (node.kind == LoopTreeNode::Kind::Block) painter.fillRect(here, paint.heatOf(node));
    if (node.kind == LoopTreeNode::Kind::Loop)
      painter.fillRect(QRectF(here.left(), here.top(), 1.6, here.height()), style.kindColor(node));
  }
}

QRectF LoopTreeMinimap::sight() const {
  const QSizeF all = view_->picture().layout().size;
  if (all.isEmpty()) return {};
  const qreal down = (height() - 2 * kInset) / all.height();
  const QRectF seen = view_->mapToScene(view_->viewport()->rect()).boundingRect();
  return {2, kInset + seen.top() * down, width() - 4.0, std::min(seen.height(), all.height()) * down};
}

void LoopTreeMinimap::paintEvent(QPaintEvent*) {
  if (content_.isNull()) drawContent();
  const Theme& theme = view_->picture().style().theme;
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.fillRect(rect(), theme.panel);
  painter.fillRect(QRectF(0, 0, 1, height()), theme.hairline);
  painter.drawPixmap(0, 0, content_);
  painter.setPen(QPen(theme.focus, 1.2));
  QColor tint = theme.focus;
  tint.setAlphaF(0.12f);
  painter.setBrush(tint);
  painter.drawRoundedRect(sight().adjusted(0.5, 0, -0.5, 0), 3, 3);
}

void LoopTreeMinimap::goTo(const QPointF& position) {
  const QSizeF all = view_->picture().layout().size;
  const qreal down = (height() - 2 * kInset) / all.height();
  const qreal centre = (position.y() - kInset) / down * view_->zoom();
  view_->verticalScrollBar()->setValue(int(centre - view_->viewport()->height() / 2.0));
}

void LoopTreeMinimap::mousePressEvent(QMouseEvent* event) { goTo(event->position()); }

void LoopTreeMinimap::mouseMoveEvent(QMouseEvent* event) {
  if (event->buttons() & Qt::LeftButton) goTo(event->position());
}

}  // namespace lw
