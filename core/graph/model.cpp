#include "core/graph/model.h"

namespace lw::graph {

std::string freeFunctionName(const Model& model, std::string_view wanted) {
  std::string name(wanted);
  for (int suffix = 1; model.graph.find(name) || model.kernels.find(name); ++suffix)
    name = std::string(wanted) + "_" + std::to_string(suffix);
  return name;
}

}  // namespace lw::graph
