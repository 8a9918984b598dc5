#include "core/text/graph/read_model.h"

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

}  // namespace lw
