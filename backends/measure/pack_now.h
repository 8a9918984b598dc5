// Constants in the layout that kernels want them in, made by the interpreter: for exported code, and for devices, whose
// kernels find the packed arrays in their memory.
#pragma once

#include "core/support/result.h"
#include "passes/graph/model_program.h"

namespace lw {

struct PackedNow {
  ModelProgram program;              // without `once`: what its steps write is constant
  std::vector<std::string> weights;  // that were packed
  double ms = 0;
};
Result<PackedNow> packNow(const ModelProgram& program);

}  // namespace lw
