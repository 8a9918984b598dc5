#include "views/dataflow/graph_layout.h"

#include <graphviz/gvc.h>

#include <mutex>

namespace lw {
namespace {

// The only owner of Graphviz's shared variables: not a part of the program's state.
std::mutex& graphvizMutex() {
  static std::mutex mutex;
  return mutex;
}

}  // namespace

struct GraphLayouter::Context {
  GVC_t* gvc = gvContext();
  ~Context() { gvFreeContext(gvc); }
};

GraphLayouter::GraphLayouter() = default;
GraphLayouter::~GraphLayouter() {
  const std::lock_guard lock(graphvizMutex());
  context_.reset();
}

namespace {

constexpr double kPointsPerInch = 72;  // one pixel is one point
constexpr size_t kLarge = 300;         // nodes; from here on, the search for the best layers and orders is limited

void set(void* object, const char* name, const QByteArray& value) {
  agsafeset(object, const_cast<char*>(name), const_cast<char*>(value.constData()), const_cast<char*>(""));
}

// In Graphviz, y increases upwards.
QPointF placed(const pointf& p, double height) { return {p.x, height - p.y}; }

QPainterPath pathOf(Agedge_t* edge, double height) {
  QPainterPath path;
  const splines* spline = ED_spl(edge);
  for (size_t i = 0; spline && i < static_cast<size_t>(spline->size); ++i) {
    const bezier& b = spline->list[i];
    path.moveTo(placed(b.list[0], height));
    for (size_t p = 1; p + 2 < static_cast<size_t>(b.size); p += 3)
      path.cubicTo(placed(b.list[p], height), placed(b.list[p + 1], height), placed(b.list[p + 2], height));
    if (b.eflag) path.lineTo(placed(b.ep, height));
  }
  return path;
}

// Edges that nobody sees, below the first node and above the last one. Graphviz has ranks for that, but with them its
// version 2.42 crashes after a few hundred layouts in a process.
void keepApart(Agraph_t* graph, const std::vector<Agnode_t*>& nodes, const LayoutRequest& request) {
  std::vector<bool> hasBefore(nodes.size()), hasAfter(nodes.size());
  for (const auto& [from, to] : request.edges) hasAfter[size_t(from)] = hasBefore[size_t(to)] = true;
  const auto add = [&](int from, int to) {
    set(agedge(graph, nodes[size_t(from)], nodes[size_t(to)], nullptr, 1), "weight", "0");
  };
  for (int i = 0; i < int(nodes.size()); ++i) {
    if (request.first >= 0 && i != request.first && !hasBefore[size_t(i)]) add(request.first, i);
    if (request.last >= 0 && i != request.last && !hasAfter[size_t(i)] && i != request.first) add(i, request.last);
  }
}

}  // namespace

GraphLayout GraphLayouter::layout(const LayoutRequest& request) {
  const std::lock_guard lock(graphvizMutex());
  return run(request);
}

std::optional<GraphLayout> GraphLayouter::layoutIfFree(const LayoutRequest& request) {
  const std::unique_lock lock(graphvizMutex(), std::try_to_lock);
  if (!lock.owns_lock()) return std::nullopt;
  return run(request);
}

GraphLayout GraphLayouter::run(const LayoutRequest& request) {
  GraphLayout result;
  const auto& [nodes, edges, direction, first, last] = request;
  if (nodes.empty()) return result;
  if (!context_) context_ = std::make_unique<Context>();
  const bool down = direction == LayoutDirection::TopToBottom;
  Agraph_t* graph = agopen(const_cast<char*>("dataflow"), Agstrictdirected, nullptr);
  set(graph, "rankdir", down ? "TB" : "LR");
  set(graph, "nodesep", down ? "0.2" : "0.18");
  set(graph, "ranksep", down ? "0.32" : "0.24");
  if (nodes.size() >= kLarge) {
    set(graph, "nslimit", "1");
    set(graph, "nslimit1", "1");
    set(graph, "mclimit", "0.2");
  }
  std::vector<Agnode_t*> made;
  for (size_t i = 0; i < nodes.size(); ++i) {
    made.push_back(agnode(graph, QByteArray::number(int(i)).data(), 1));
    set(made.back(), "shape", "box");
    set(made.back(), "label", "");
    set(made.back(), "fixedsize", "true");
    set(made.back(), "width", QByteArray::number(nodes[i].width() / kPointsPerInch));
    set(made.back(), "height", QByteArray::number(nodes[i].height() / kPointsPerInch));
  }
  std::vector<Agedge_t*> drawn;
  for (const auto& [from, to] : edges) drawn.push_back(agedge(graph, made[size_t(from)], made[size_t(to)], nullptr, 1));
  keepApart(graph, made, request);
  if (gvLayout(context_->gvc, graph, "dot") == 0) {
    const boxf box = GD_bb(graph);
    result.size = {box.UR.x, box.UR.y};
    for (Agnode_t* node : made) result.centers.push_back(placed(ND_coord(node), box.UR.y));
    for (Agedge_t* edge : drawn) result.edges.push_back(pathOf(edge, box.UR.y));
    gvFreeLayout(context_->gvc, graph);
  }
  agclose(graph);
  return result;
}

}  // namespace lw
