// Removes names that stand for another value, fields of tuples whose fields are known, and calls that change nothing: a
// permutation that keeps the order, a reshape to the same shape, a conversion to the same type. Constants stand where
// they are used.
#pragma once

#include "passes/graph/graph_pass.h"

namespace lw {

graph::Model withCanonicalBindings(const graph::Model& model);
extern const GraphPass kCanonicalizeBindingsPass;

}  // namespace lw
