// R.call_tir_inplace: a kernel that writes some results over its arguments, such as new rows into a cache of keys.
#pragma once

#include <vector>

#include "passes/graph/model_program.h"

namespace lw {

// For each result of the call, the place of the argument whose memory it has, among `tensors` arguments; -1: memory of
// its own. `types`: of the arguments and of the results.
struct ChangedArguments {
  std::vector<int> argumentOf;
  bool holds(int argument) const;
};
Result<ChangedArguments> changedArguments(const graph::Call& call, size_t results, size_t tensors);

// The kernel with its parameters as a step of a ModelProgram passes them: buffers that it only reads, then the results
// in their order. TVM's order is: all arguments, then the results with memory of their own. It has another name if its
// parameters have to move.
PrimFunc withResultsLast(const PrimFunc& kernel, const ChangedArguments& changed, size_t tensors);

}  // namespace lw
