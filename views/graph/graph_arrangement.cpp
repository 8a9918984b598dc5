#include "views/graph/graph_arrangement.h"

#include <algorithm>

#include "views/dataflow/graph_layout.h"

namespace lw {
namespace {

constexpr int kLeastPart = 12;  // boxes; smaller parts are laid out with the next one
constexpr int kMostPart = 700;  // boxes that Graphviz lays out in a few seconds

using Edges = std::vector<std::pair<int, int>>;

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
  Arranger(const GraphDrawing& drawing, const std::function<bool()>& stop)
      : drawing_(drawing), stop_(stop), linesTo_(drawing.boxes.size()) {
    for (size_t i = 0; i < drawing.lines.size(); ++i) linesTo_[size_t(drawing.lines[i].to)].push_back(int(i));
    made_.boxes.resize(drawing.boxes.size());
    made_.lines.resize(drawing.lines.size());
  }

  GraphArrangement run() {
    int first = 0, root = -1;
    for (const int last : drawing_.boxes.empty() ? std::vector<int>() : cutsOf(drawing_)) {
      if (stop_()) return {};
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
    const LayoutRequest request{sizes, edges, LayoutDirection::TopToBottom, begin, end};
    const GraphLayout layout = int(sizes.size()) <= kMostPart ? layouter_.layout(request, stop_) : plainLayout(request);
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
  const std::function<bool()>& stop_;
  std::vector<std::vector<int>> linesTo_;
  GraphLayouter layouter_;
  GraphArrangement made_;
};

}  // namespace

GraphArrangement arrange(const GraphDrawing& drawing, const std::function<bool()>& stop) {
  return Arranger(drawing, stop).run();
}

}  // namespace lw
