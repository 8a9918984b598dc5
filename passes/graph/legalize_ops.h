// Replaces calls of operators by calls of kernels that are made for them: R.call_tir(cls.add, (x, y), out_sinfo=...).
// A kernel is named after its operator, and equal calls share it. Numbers among the operands are written into the
// kernel. Models are compiled for inference: batch normalisation takes the moving mean and variance, and dropout gives
// its operand. After the pass each operand of a call is a value, a constant, or a tuple of these. Calls that compute no
// tensor, or that are not operators on tensors, stay. Errors: all calls for which there is no kernel.
#pragma once

#include "passes/graph/graph_pass.h"

namespace lw {

// What calls of an operator become.
enum class OperatorUse : uint8_t {
  Kernel,   // where there is one for the operands and constants
  Operand,  // the first one is the result
  Call,     // they stay, for who runs the model
  Nothing   // they cannot be run
};
OperatorUse useOf(const graph::Operator& op);

Result<graph::Model> withKernels(const graph::Model& model);
extern const GraphPass kLegalizeOpsPass;

}  // namespace lw
