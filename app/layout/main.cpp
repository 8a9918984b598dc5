// lw-layout: places the nodes and edges of directed graphs in layers, by Graphviz's dot. It links nothing else of
// Loopwright: Graphviz's licence (EPL-1.0) does not allow it to be part of the window, which is under the GPL. As an
// additional permission under section 7 of the GNU GPL version 3, this program may be linked with Graphviz.
//
// Each line of the input is a graph, and each line of the output its layout, in JSON, with lengths in pixels:
//   {"nodes": [[width, height], ...], "edges": [[from, to], ...], "down": true, "first": -1, "last": -1}
//   {"size": [width, height], "centers": [[x, y], ...], "edges": [[[x, y, x, y, ...], ...], ...]}
// first, last: nodes that are alone in the first and in the last layer; -1: none. An edge is a list of curves: a start
// and three points for each Bezier segment, and one more point if a line leads from there to the head.
// A line that is no graph ends the program with exit code 1.
#include <graphviz/gvc.h>
#include <unistd.h>

#include <climits>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>
#include "core/support/json.h"

namespace {

using nlohmann::json;

constexpr double kPointsPerInch = 72;  // one pixel is one point
constexpr size_t kLarge = 300;         // nodes; from here on, the search for the best layers and orders is limited

void set(void* object, const char* name, const std::string& value) {
  agsafeset(object, const_cast<char*>(name), const_cast<char*>(value.c_str()), const_cast<char*>(""));
}

// Edges that nobody sees, below the first node and above the last one. Graphviz has ranks for that, but with them its
// version 2.42 crashes after a few hundred layouts in a process.
void keepApart(Agraph_t* graph, const std::vector<Agnode_t*>& nodes, const json& edges, int first, int last) {
  std::vector<bool> hasBefore(nodes.size()), hasAfter(nodes.size());
  for (const json& edge : edges) hasAfter[edge[0].get<size_t>()] = hasBefore[edge[1].get<size_t>()] = true;
  const auto add = [&](int from, int to) {
    set(agedge(graph, nodes[size_t(from)], nodes[size_t(to)], nullptr, 1), "weight", "0");
  };
  for (int i = 0; i < int(nodes.size()); ++i) {
    if (first >= 0 && i != first && !hasBefore[size_t(i)]) add(first, i);
    if (last >= 0 && i != last && !hasAfter[size_t(i)] && i != first) add(i, last);
  }
}

// In Graphviz, y increases upwards.
json placed(const pointf& p, double height) { return {p.x, height - p.y}; }

json curvesOf(Agedge_t* edge, double height) {
  json curves = json::array();
  const splines* spline = ED_spl(edge);
  for (size_t i = 0; spline && i < size_t(spline->size); ++i) {
    const bezier& b = spline->list[i];
    json curve = json::array();
    const auto add = [&](const pointf& p) { curve.push_back(p.x), curve.push_back(height - p.y); };
    for (size_t p = 0; p < size_t(b.size); ++p) add(b.list[p]);
    if (b.eflag) add(b.ep);
    curves.push_back(std::move(curve));
  }
  return curves;
}

json layout(GVC_t* context, const json& request) {
  const json &nodes = request.at("nodes"), &edges = request.at("edges");
  const bool down = request.at("down");
  Agraph_t* graph = agopen(const_cast<char*>("graph"), Agstrictdirected, nullptr);
  set(graph, "rankdir", down ? "TB" : "LR");
  set(graph, "nodesep", down ? "0.2" : "0.18");
  set(graph, "ranksep", down ? "0.32" : "0.24");
  if (nodes.size() >= kLarge) {
    set(graph, "nslimit", "1");
    set(graph, "nslimit1", "1");
    set(graph, "mclimit", "0.2");
  }
  std::vector<Agnode_t*> made;
  for (const json& size : nodes) {
    made.push_back(agnode(graph, std::to_string(made.size()).data(), 1));
    set(made.back(), "shape", "box");
    set(made.back(), "label", "");
    set(made.back(), "fixedsize", "true");
    set(made.back(), "width", std::to_string(size.at(0).get<double>() / kPointsPerInch));
    set(made.back(), "height", std::to_string(size.at(1).get<double>() / kPointsPerInch));
  }
  std::vector<Agedge_t*> drawn;
  for (const json& edge : edges)
    drawn.push_back(agedge(graph, made.at(edge.at(0).get<size_t>()), made.at(edge.at(1).get<size_t>()), nullptr, 1));
  keepApart(graph, made, edges, request.at("first"), request.at("last"));
  json result = json::object();
  if (gvLayout(context, graph, "dot") == 0) {
    const boxf box = GD_bb(graph);
    result = {{"size", {box.UR.x, box.UR.y}}, {"centers", json::array()}, {"edges", json::array()}};
    for (Agnode_t* node : made) result["centers"].push_back(placed(ND_coord(node), box.UR.y));
    for (Agedge_t* edge : drawn) result["edges"].push_back(curvesOf(edge, box.UR.y));
    gvFreeLayout(context, graph);
  }
  agclose(graph);
  return result;
}

// A portable folder has the plugins of Graphviz beside this program.
void useBundledPlugins() {
  char path[PATH_MAX];
  const ssize_t length = readlink("/proc/self/exe", path, sizeof path);
  if (length <= 0) return;
  std::string folder(path, size_t(length));
  folder = folder.substr(0, folder.rfind('/')) + "/graphviz";
  if (access(folder.c_str(), R_OK) == 0) setenv("GVBINDIR", folder.c_str(), 1);
}

}  // namespace

int main() {
  useBundledPlugins();
  GVC_t* context = gvContext();
  std::string line;
  try {
    while (std::getline(std::cin, line)) std::cout << layout(context, json::parse(line)).dump() << std::endl;
  } catch (const std::exception& e) {
    std::cerr << "error: this line is no graph: " << e.what() << "; see app/layout/main.cpp for its form\n";
    return 1;
  }
  gvFreeContext(context);
  return 0;
}
