#include "views/graph/graph_arrangement.h"

#include <algorithm>
#include <numeric>

#include "views/dataflow/graph_layout.h"

namespace lw {
namespace {

constexpr int kLeastPart = 12;                   // boxes; smaller parts are laid out with the next one
constexpr int kMostPart = 700;                   // boxes that Graphviz lays out in a few seconds
constexpr qreal kGapAcross = 18, kGapDown = 34;  // of layers without Graphviz

using Edges = std::vector<std::pair<int, int>>;

// Layers by the longest path from a source; `first` and `last` are alone in theirs. In a layer, boxes are in the order
// of the mean place of what leads to them.
GraphLayout simpleLayout(const std::vector<QSizeF>& nodes, const Edges& edges, int first, int last) {
  std::vector<int> layer(nodes.size(), first < 0 ? 0 : 1);
  if (first >= 0) layer[size_t(first)] = 0;
  std::vector<std::vector<int>> operands(nodes.size());
  for (const auto& [from, to] : edges) operands[size_t(to)].push_back(from);
  for (size_t i = 0; i < nodes.size(); ++i)
    for (const int from : operands[i]) layer[i] = std::max(layer[i], layer[size_t(from)] + 1);
  if (last >= 0) layer[size_t(last)] = *std::max_element(layer.begin(), layer.end()) + 1;
  std::vector<std::vector<int>> layers(size_t(nodes.empty() ? 0 : *std::max_element(layer.begin(), layer.end()) + 1));
  for (size_t i = 0; i < nodes.size(); ++i) layers[size_t(layer[i])].push_back(int(i));
  GraphLayout made;
  made.centers.resize(nodes.size());
  qreal top = 0;
  for (std::vector<int>& row : layers) {
    const auto mean = [&](int node) {
      const std::vector<int>& from = operands[size_t(node)];
      return from.empty() ? 0 : std::accumulate(from.begin(), from.end(), 0.0, [&](qreal sum, int i) {
                                  return sum + made.centers[size_t(i)].x();
                                }) / double(from.size());
    };
    std::vector<std::pair<qreal, int>> order;
    for (const int node : row) order.emplace_back(mean(node), node);
    std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    qreal left = 0, height = 0;
    for (const auto& [place, node] : order) {
      const QSizeF size = nodes[size_t(node)];
      made.centers[size_t(node)] = {left + size.width() / 2, top + size.height() / 2};
      left += size.width() + kGapAcross;
      height = std::max(height, size.height());
    }
    made.size.setWidth(std::max(made.size.width(), left - kGapAcross));
    top += height + kGapDown;
  }
  made.size.setHeight(std::max(0.0, top - kGapDown));
  for (const auto& [from, to] : edges) {
    const QPointF a = made.centers[size_t(from)] + QPointF(0, nodes[size_t(from)].height() / 2),
                  b = made.centers[size_t(to)] - QPointF(0, nodes[size_t(to)].height() / 2);
    QPainterPath path(a);
    path.lineTo(b);
    made.edges.push_back(path);
  }
  return made;
}

// The boxes after which a part ends: all lines from a part to later ones begin at its last box.
std::vector<int> cutsOf(const GraphDrawing& drawing) {
  const int count = int(drawing.boxes.size());
  std::vector<int> passing(size_t(count) + 1, 0);  // differences: lines that pass a box
  std::vector<bool> leads(size_t(count), false);
  for (const GraphLine& line : drawing.lines) {
    ++passing[size_t(line.from) + 1];
    --passing[size_t(line.to)];
    leads[size_t(line.from)] = true;
  }
  std::vector<int> cuts;
  int past = 0, begin = 0;
  for (int i = 0; i < count; ++i) {
    past += passing[size_t(i)];
    if (past > 0 || !leads[size_t(i)] || i + 1 - begin < kLeastPart) continue;
    cuts.push_back(i);
    begin = i + 1;
  }
  if (cuts.empty() || cuts.back() != count - 1) cuts.push_back(count - 1);
  return cuts;
}

class Arranger {
 public:
  explicit Arranger(const GraphDrawing& drawing) : drawing_(drawing), linesTo_(drawing.boxes.size()) {
    for (size_t i = 0; i < drawing.lines.size(); ++i) linesTo_[size_t(drawing.lines[i].to)].push_back(int(i));
    made_.boxes.resize(drawing.boxes.size());
    made_.lines.resize(drawing.lines.size());
  }

  GraphArrangement run(const std::function<bool()>& stop) {
    int first = 0, root = -1;
    for (const int last : drawing_.boxes.empty() ? std::vector<int>() : cutsOf(drawing_)) {
      if (stop()) return {};
      part(first, last, root);
      root = last;
      first = last + 1;
    }
    QRectF all;
    for (const QRectF& box : made_.boxes) all |= box;
    for (const QPainterPath& line : made_.lines) all |= line.controlPointRect();
    for (QRectF& box : made_.boxes) box.translate(-all.topLeft());
    for (QPainterPath& line : made_.lines) line.translate(-all.topLeft());
    made_.size = all.size();
    made_.complete = true;
    return std::move(made_);
  }

 private:
  // Lays out the boxes from `first` to `last` below `root`, the last box of the part above.
  void part(int first, int last, int root) {
    std::vector<QSizeF> sizes;
    const int offset = root < 0 ? 0 : 1;
    if (root >= 0) sizes.push_back(drawing_.boxes[size_t(root)].size);
    for (int i = first; i <= last; ++i) sizes.push_back(drawing_.boxes[size_t(i)].size);
    Edges edges;
    std::vector<int> lines;  // of each edge
    for (int i = first; i <= last; ++i)
      for (const int line : linesTo_[size_t(i)]) {
        const int from = drawing_.lines[size_t(line)].from;
        edges.emplace_back(from == root ? 0 : from - first + offset, i - first + offset);
        lines.push_back(line);
      }
    const int end = last + 1 < int(drawing_.boxes.size()) ? int(sizes.size()) - 1 : -1;
    const int begin = root < 0 ? -1 : 0;
    GraphLayout layout;
    if (int(sizes.size()) <= kMostPart)
      layout = layouter_.layout({sizes, edges, LayoutDirection::TopToBottom, begin, end});
    if (layout.centers.size() != sizes.size()) layout = simpleLayout(sizes, edges, begin, end);
    const QPointF shift = root < 0 ? QPointF() : made_.boxes[size_t(root)].center() - layout.centers[0];
    for (int i = first; i <= last; ++i) {
      const QPointF center = layout.centers[size_t(i - first + offset)] + shift;
      const QSizeF size = sizes[size_t(i - first + offset)];
      made_.boxes[size_t(i)] = {center.x() - size.width() / 2, center.y() - size.height() / 2, size.width(),
                                size.height()};
    }
    for (size_t i = 0; i < lines.size(); ++i) made_.lines[size_t(lines[i])] = layout.edges[i].translated(shift);
  }

  const GraphDrawing& drawing_;
  std::vector<std::vector<int>> linesTo_;
  GraphLayouter layouter_;
  GraphArrangement made_;
};

}  // namespace

GraphArrangement arrange(const GraphDrawing& drawing, const std::function<bool()>& stop) {
  return Arranger(drawing).run(stop);
}

}  // namespace lw
