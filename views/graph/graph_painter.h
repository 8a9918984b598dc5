// Paints boxes and lines of a graph, with less detail the smaller they are.
#pragma once

#include <QPainter>

#include "views/graph/graph_arrangement.h"
#include "views/graph/graph_drawing.h"
#include "views/theme/theme.h"

namespace lw {

QColor kindColor(graph::OutlineNode::Kind kind, const Theme& theme);
// Painted in a square of ten units at `at`. The kinds differ in shape, not only in colour.
void paintGraphIcon(QPainter& painter, const QPointF& at, graph::OutlineNode::Kind kind, const QColor& color);

struct GraphLook {
  bool selected = false, hovered = false;
  bool near = false;   // the selected box leads to it, or it to the selected one
  bool faded = false;  // a search does not find it
};

class GraphPainter {
 public:
  GraphPainter(const GraphDrawing& drawing, const GraphArrangement& places, const Theme& theme, const GraphFonts& fonts)
      : drawing_(drawing), places_(places), theme_(theme), fonts_(fonts) {}
  // The painter is scaled by `zoom`; only what is in `visible` is painted.
  void paintLines(QPainter& painter, const QRectF& visible, qreal zoom, int selectedNode) const;
  void paintBox(QPainter& painter, int box, const GraphLook& look, qreal zoom) const;

 private:
  void paintText(QPainter& painter, int box, const GraphLook& look, const QRectF& frame, qreal zoom) const;
  void paintShare(QPainter& painter, const GraphBox& box, const QRectF& frame, qreal zoom) const;

  const GraphDrawing& drawing_;
  const GraphArrangement& places_;
  const Theme& theme_;
  const GraphFonts& fonts_;
};

}  // namespace lw
