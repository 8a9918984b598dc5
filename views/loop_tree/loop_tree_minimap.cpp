#include "views/loop_tree/loop_tree_minimap.h"

#include <QPainter>
#include <QScrollBar>

#include "views/loop_tree/loop_tree_view.h"

namespace lw {
namespace {

constexpr qreal kTimesHigher = 5;

}  // namespace

LoopTreeMinimap::LoopTreeMinimap(LoopTreeView* view) : Minimap(view), view_(view) {
  setAccessibleName(tr("Overview of the loop tree"));
  setToolTip(tr("The whole program; click to go to a part"));
}

QSizeF LoopTreeMinimap::whole() const { return view_->picture().layout().size; }
const Theme& LoopTreeMinimap::colors() const { return view_->picture().style().theme; }

bool LoopTreeMinimap::wanted() const {
  return whole().height() * view_->zoom() > kTimesHigher * view_->viewport()->height();
}

// Loops are drawn as outlines, and blocks in the heat colour of their work.
void LoopTreeMinimap::drawContent(QPainter& painter) const {
  const LoopTreeScene& picture = view_->picture();
  const LoopTreePainter paint = picture.painter();
  for (size_t i = 0; i < picture.tree().nodes.size(); ++i) {
    const LoopTreeNode& node = picture.tree().nodes[i];
    QRectF here = placed(picture.layout().boxes[i].frame);
    here.setHeight(std::max(1.0, here.height() - 0.4));
    if (node.kind == LoopTreeNode::Kind::Block) painter.fillRect(here, paint.heatOf(node));
    if (node.kind == LoopTreeNode::Kind::Loop)
      painter.fillRect(QRectF(here.left(), here.top(), 1.6, here.height()), picture.style().kindColor(node));
  }
}

QRectF LoopTreeMinimap::sight() const {
  if (whole().isEmpty()) return {};
  const QRectF seen = view_->mapToScene(view_->viewport()->rect()).boundingRect();
  const QRectF part = placed({0, seen.top(), 0, std::min(seen.height(), whole().height())});
  return {2.5, part.top(), width() - 5.0, part.height()};
}

void LoopTreeMinimap::goTo(const QPointF& centre) {
  view_->verticalScrollBar()->setValue(int(centre.y() * view_->zoom() - view_->viewport()->height() / 2.0));
}

}  // namespace lw
