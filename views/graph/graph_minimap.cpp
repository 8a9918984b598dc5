#include "views/graph/graph_minimap.h"

#include <QPainter>
#include <algorithm>

#include "views/graph/graph_view.h"

namespace lw {
namespace {

constexpr qreal kTimes = 1.6;

}  // namespace

GraphMinimap::GraphMinimap(GraphView* view) : Minimap(view), view_(view) {
  setObjectName("graphMinimap");
  setAccessibleName(tr("Overview of the graph"));
  setToolTip(tr("The whole graph; click to go to a part"));
}

QSizeF GraphMinimap::whole() const { return view_->places().size; }
const Theme& GraphMinimap::colors() const { return view_->theme(); }

bool GraphMinimap::wanted() const {
  return view_->hasPicture() && whole().height() * view_->zoom() > kTimes * view_->viewport()->height();
}

void GraphMinimap::drawBox(QPainter& painter, size_t box, const QColor& color, qreal least) const {
  QRectF here = placed(view_->places().boxes[box]);
  here.setHeight(std::max(least, here.height() - 0.4));
  painter.fillRect(here, color);
}

void GraphMinimap::drawContent(QPainter& painter) const {
  if (!view_->hasPicture()) return;
  const GraphDrawing& drawing = *view_->drawing();
  const std::vector<int>& found = view_->found();
  for (size_t i = 0; i < drawing.boxes.size(); ++i)
    drawBox(painter, i,
            blend(kindColor(drawing.nodeOf(int(i)).kind, colors()), colors().panel, found.empty() ? 0.5 : 0.8), 1);
  for (size_t i = 0; i < drawing.boxes.size(); ++i)
    if (std::binary_search(found.begin(), found.end(), drawing.boxes[i].node))
      drawBox(painter, i, colors().parallel, 2);
}

void GraphMinimap::drawMarks(QPainter& painter) const {
  if (view_->current() < 0 || !view_->hasPicture()) return;
  for (const int box : view_->drawing()->boxesOf[size_t(view_->current())])
    drawBox(painter, size_t(box), colors().text, 3);
}

QRectF GraphMinimap::sight() const {
  return placed(view_->visible().intersected(QRectF({}, whole()))).adjusted(-2, -2, 2, 2);
}

void GraphMinimap::goTo(const QPointF& centre) { view_->centerOn(centre); }

}  // namespace lw
