// The places of the boxes and lines of a graph, from top to bottom. A graph is cut where everything passes through one
// value, and each part is laid out by Graphviz: the time is then proportional to the length of a model, and the parts
// of a model that repeat look the same.
#pragma once

#include <QPainterPath>
#include <QRectF>
#include <functional>
#include <vector>

#include "views/graph/graph_drawing.h"

namespace lw {

struct GraphArrangement {
  QSizeF size;
  std::vector<QRectF> boxes;
  std::vector<QPainterPath> lines;
  bool complete = false;  // false: stopped
};

// Safe on any thread. `stop` is asked between parts.
GraphArrangement arrange(const GraphDrawing& drawing, const std::function<bool()>& stop);

}  // namespace lw
