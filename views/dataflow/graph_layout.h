// The layered layout of a directed graph, by Graphviz's dot (Gansner, Koutsofios, North, Vo, "A technique for drawing
// directed graphs", 1993).
#pragma once

#include <QPainterPath>
#include <QPointF>
#include <QSizeF>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace lw {

struct GraphLayout {
  QSizeF size;
  std::vector<QPointF> centers;     // one for each node
  std::vector<QPainterPath> edges;  // one for each edge, from its tail to the head's border
};

enum class LayoutDirection : uint8_t { LeftToRight, TopToBottom };

// Sizes in pixels; edges are pairs of indices of nodes.
struct LayoutRequest {
  const std::vector<QSizeF>& nodes;
  const std::vector<std::pair<int, int>>& edges;
  LayoutDirection direction = LayoutDirection::LeftToRight;
  int first = -1, last = -1;  // nodes that are alone in the first and in the last layer; -1: none
};

// Keeps the loaded state of Graphviz for the next layout. Graphviz has variables that all of its graphs share, so one
// layout runs at a time, whatever thread it is in.
class GraphLayouter {
 public:
  GraphLayouter();
  ~GraphLayouter();
  GraphLayout layout(const LayoutRequest& request);  // waits for the layout of another thread
  // Nothing: another thread is laying out a graph.
  std::optional<GraphLayout> layoutIfFree(const LayoutRequest& request);

 private:
  struct Context;
  GraphLayout run(const LayoutRequest& request);
  std::unique_ptr<Context> context_;  // created with the first layout
};

}  // namespace lw
