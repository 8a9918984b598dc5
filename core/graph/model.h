// A graph with the kernels that it calls: what passes on graphs take and give.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/graph/graph.h"
#include "core/ir/stmt.h"

namespace lw::graph {

struct Model {
  Graph graph;
  Module kernels;  // the prim_funcs of the same class
};

// `wanted`, or the first of wanted_1, wanted_2 ... that no function of the model has.
std::string freeFunctionName(const Model& model, std::string_view wanted);

}  // namespace lw::graph
