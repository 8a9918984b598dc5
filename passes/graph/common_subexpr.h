// Computes once what is computed twice: a pure call with the arguments of an earlier one, whose value is seen there,
// has the value of that one.
#pragma once

#include "passes/graph/graph_pass.h"

namespace lw {

graph::Model withoutCommonCalls(const graph::Model& model);
extern const GraphPass kCommonSubexprPass;

}  // namespace lw
