#include "core/text/graph/read_model.h"

#include <algorithm>

namespace lw {

graph::Model modelOf(const SourceFile& file, const graph::Graph& graph) {
  graph::Model model{graph, {}};
  if (graph.module.empty()) {
    model.kernels.functions = file.functions;
    return model;
  }
  model.kernels.name = graph.module;
  for (const Module& module : file.modules)
    if (module.name == graph.module) model.kernels = module;
  return model;
}

std::optional<GraphChoice> graphNamed(const SourceFile& file, std::string_view name) {
  const auto mainOf = [](const graph::Graph& graph) -> std::optional<GraphChoice> {
    const graph::Function* function = graph.find("main");
    if (!function && graph.functions.size() == 1) function = &graph.functions[0];
    return function ? std::optional(GraphChoice{&graph, function}) : std::nullopt;
  };
  if (name.empty()) return file.graphs.size() == 1 ? mainOf(*file.graphs[0]) : std::nullopt;
  const size_t dot = name.find('.');
  if (dot == std::string_view::npos)
    if (const graph::Graph* graph = file.graphOf(name)) return mainOf(*graph);
  const graph::Graph* graph = file.graphOf(dot == std::string_view::npos ? "" : name.substr(0, dot));
  const graph::Function* function =
      graph ? graph->find(dot == std::string_view::npos ? name : name.substr(dot + 1)) : nullptr;
  if (function) return GraphChoice{graph, function};
  if (dot != std::string_view::npos) return std::nullopt;
  // A function that one class alone has.
  std::optional<GraphChoice> only;
  for (const auto& g : file.graphs)
    if (const graph::Function* f = g->find(name)) {
      if (only) return std::nullopt;
      only = GraphChoice{g.get(), f};
    }
  const bool kernel =
      std::any_of(file.functions.begin(), file.functions.end(), [&](const PrimFunc& f) { return f.name == name; });
  return kernel ? std::nullopt : only;
}

}  // namespace lw
