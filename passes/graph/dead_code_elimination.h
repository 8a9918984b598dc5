// Removes bindings whose value nobody reads and whose computation has no effect, outputs of dataflow blocks that are
// not read, and kernels and private functions that no function calls any more.
#pragma once

#include "passes/graph/graph_pass.h"

namespace lw {

graph::Model withoutDeadCode(const graph::Model& model);
extern const GraphPass kDeadCodeEliminationPass;

}  // namespace lw
