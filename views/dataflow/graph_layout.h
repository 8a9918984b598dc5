// The layered layout of a directed graph, by the program lw-layout, in which Graphviz's dot runs (Gansner, Koutsofios,
// North, Vo, "A technique for drawing directed graphs", 1993).
#pragma once

#include <QPainterPath>
#include <QPointF>
#include <QSizeF>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

class QProcess;

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

// Layers by the longest path from a source, in which nodes are in the order of the mean place of what leads to them:
// quick, with more crossings.
GraphLayout plainLayout(const LayoutRequest& request);

// Keeps the program for the next layout. Each object belongs to one thread.
class GraphLayouter {
 public:
  GraphLayouter();
  ~GraphLayouter();
  // Waits for the program, at most until `stop` says so; it is asked every 20 ms. Then, and if the program cannot be
  // started or fails, the layout is plain.
  GraphLayout layout(const LayoutRequest& request, const std::function<bool()>& stop);

 private:
  bool start();
  void end();
  std::optional<QByteArray> answer(const QByteArray& line, const std::function<bool()>& stop);
  std::unique_ptr<QProcess> program_;  // started with the first layout
};

}  // namespace lw
