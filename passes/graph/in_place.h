// Kernels write their result into the memory of an input where nothing needs that input afterwards, and where the
// dependence analysis proves that every element is read at its own write only: the two buffers are then one. (What a
// kernel does not write of its result is undefined, as in Relax, so nothing is asked about that.)
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "passes/graph/graph_pass.h"
#include "passes/graph/model_program.h"

namespace lw {

// About a call and a temporary of the result's type and shape that it reads.
struct InPlaceDecision {
  std::string result, input;              // buffers of the model
  std::optional<Explanation> apart = {};  // why they are not one; empty: they are
};

struct InPlaceProgram {
  ModelProgram program;
  std::vector<InPlaceDecision> decisions;  // in the order of the steps
};

// A kernel that is called so is replaced by one that has a single parameter for both buffers.
InPlaceProgram withBuffersInPlace(const ModelProgram& program);

std::vector<GraphNote> notesOf(const std::vector<InPlaceDecision>& decisions);

// The kernel with the buffer of parameter `input` in the place of that of parameter `result`, which stays. Refused
// where an element could be read after it is written.
Result<PrimFunc> inPlaceKernel(const PrimFunc& kernel, size_t input, size_t result);

}  // namespace lw
