// Puts a batch normalisation for inference into the convolution before it, if its weights are constants: with
// s = gamma / sqrt(variance + epsilon) for each filter,
//     batch_norm(conv(x, w)) = conv(x, w * s) + (beta - mean * s)
// The new weights are computed by operators on constants, which fold_constant carries out after legalize_ops.
#pragma once

#include "passes/graph/graph_pass.h"

namespace lw {

graph::Model withFoldedBatchNorms(const graph::Model& model);
extern const GraphPass kFoldBatchNormPass;

}  // namespace lw
