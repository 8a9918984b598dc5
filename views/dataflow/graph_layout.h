// The layout of a small directed graph from left to right, by Graphviz's dot (Gansner, Koutsofios, North, Vo, "A
// technique for drawing directed graphs", 1993).
#pragma once

#include <QPainterPath>
#include <QPointF>
#include <QSizeF>
#include <memory>
#include <utility>
#include <vector>

namespace lw {

struct GraphLayout {
  QSizeF size;
  std::vector<QPointF> centers;     // one for each node
  std::vector<QPainterPath> edges;  // one for each edge, from its tail to the head's border
};

// Keeps the loaded state of Graphviz for the next layout. Not thread-safe.
class GraphLayouter {
 public:
  GraphLayouter();
  ~GraphLayouter();
  // Sizes in pixels; edges are pairs of indices of nodes.
  GraphLayout layout(const std::vector<QSizeF>& nodes, const std::vector<std::pair<int, int>>& edges);

 private:
  struct Context;
  std::unique_ptr<Context> context_;
};

}  // namespace lw
