// Carries out kernels all of whose inputs are constants, and puts their results in their place. Results that are larger
// than the inputs, such as a large tensor of zeros, stay computed.
#pragma once

#include "passes/graph/graph_pass.h"

namespace lw {

Result<graph::Model> withFoldedConstants(const graph::Model& model, const GraphFacts& facts);
extern const GraphPass kFoldConstantPass;

}  // namespace lw
