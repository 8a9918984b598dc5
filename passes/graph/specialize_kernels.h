// Replaces symbolic sizes of kernels by the constants that calls give them: with known sizes a kernel is analysed,
// tuned and compiled better. A kernel that is called with several sizes becomes several.
#pragma once

#include "passes/graph/graph_pass.h"

namespace lw {

graph::Model specializeKernels(const graph::Model& model);
extern const GraphPass kSpecializeKernelsPass;

}  // namespace lw
