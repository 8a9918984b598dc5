// Evaluates a graph in terms of NumPy, operator by operator, and not through kernels: the oracle for passes on graphs
// and for models that are run. Only kernels that a graph calls (call_tir) are carried out as they are.
#pragma once

#include <functional>

#include "core/graph/model.h"
#include "core/ir/ndarray.h"
#include "core/support/result.h"

namespace lw {

// The tensors that a function of the model returns; the fields of a tuple one after the other. `arguments`: a tensor
// for each parameter. Batch normalisation takes the moving mean and variance, and dropout gives its operand. Errors:
// arguments that do not fit the parameters, operators that are not evaluated, and errors of kernels.
using KernelRun = std::function<Status(const PrimFunc& kernel, std::vector<Argument>& arguments)>;  // as interpret()
Result<std::vector<NDArray>> evaluateGraph(const graph::Model& model, std::string_view function,
                                           const std::vector<NDArray>& arguments, const KernelRun& run);

}  // namespace lw
