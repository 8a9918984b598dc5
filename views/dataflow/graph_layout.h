// Places for the nodes of a small directed graph, drawn from left to right: Graphviz's dot (Gansner, Koutsofios, North,
// Vo, "A technique for drawing directed graphs", 1993).
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

// Keeps what Graphviz loads for the next layout. Not to be used by two threads.
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
