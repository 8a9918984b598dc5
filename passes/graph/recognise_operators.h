// Replaces chains of operators by the operator that they compute, as old exporters write them:
//     gelu       x / 2 * (1 + erf(x / sqrt(2)))
//     gelu_tanh  x / 2 * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 * x ** 3)))
//     silu       x * sigmoid(x)
//     softmax    exp(x - max(x)) / sum(exp(x - max(x)))
//     layer_norm (x - mean(x)) / sqrt(mean((x - mean(x)) ** 2) + epsilon) * gamma + beta
//     rms_norm   x / sqrt(mean(x ** 2) + epsilon) * weight
// Factors and summands may come in any order, and numbers may be split over several factors. Only in float32 and
// float64: in halves the operator rounds less often than the chain does.
#pragma once

#include <map>

#include "passes/graph/graph_pass.h"

namespace lw {

graph::Model withRecognisedOperators(const graph::Model& model);
// How often each pattern occurs, also those that other passes handle: "attention", and "conv2d + batch_norm".
std::map<std::string, size_t> recognisedOperators(const graph::Model& model);
extern const GraphPass kRecogniseOperatorsPass;

}  // namespace lw
