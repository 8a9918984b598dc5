// The passes on graphs, in order, and the driver that runs them.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "passes/graph/graph_pass.h"

namespace lw {

std::span<const GraphPass* const> graphPipeline();

// A model as one pass left it.
struct GraphStage {
  std::string name;  // a pass that runs twice is named `fold_constant`, then `fold_constant_2`
  const GraphPass* pass = nullptr;
  graph::Model model;
};
// All stages in order. Stops with the error of the first pass that fails; `stages` then has those before it.
struct LoweredGraph {
  std::vector<GraphStage> stages;
  std::optional<Explanation> error;
};
LoweredGraph lowerGraph(const graph::Model& model, const GraphFacts& facts = {});

}  // namespace lw
