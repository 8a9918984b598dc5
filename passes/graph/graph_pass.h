// A pass on graphs maps a model to a model that computes the same.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/graph/model.h"
#include "core/ir/ndarray.h"
#include "core/support/result.h"

namespace lw {

// What passes may ask of the program that runs them.
struct GraphFacts {
  // Carries out a kernel: the contents of its outputs. Null: constants are not folded.
  std::function<Result<std::vector<NDArray>>(const PrimFunc& kernel, const std::vector<NDArray>& inputs)> evaluate = {};
  // The machine for which kernels are fused: one core.
  double gflops = 60;  // 10^9 operations a second
  double gbps = 12;    // 10^9 bytes a second from memory
};

// What a pass says of its result, such as why two calls stay apart.
struct GraphNote {
  std::string about;  // the values: "lv1, lv2"
  Message words;
};

// Each pass defines one GraphPass in its own file; passes/graph/graph_pipeline.cpp lists them in their order.
struct GraphPass {
  std::string_view name;   // of Relax's pass, where there is one: "fold_constant"
  std::string_view label;  // short name for lists
  std::string_view help;   // one line
  Result<graph::Model> (*run)(const graph::Model& before, const GraphFacts& facts) = nullptr;
  std::vector<GraphNote> (*notes)(const graph::Model& before, const GraphFacts& facts) = nullptr;  // null: none
};

}  // namespace lw
