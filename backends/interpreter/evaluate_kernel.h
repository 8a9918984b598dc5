// Carries out a kernel on given inputs, for constants of graphs.
#pragma once

#include <vector>

#include "core/ir/ndarray.h"
#include "core/support/result.h"

namespace lw {

// `inputs` are the first parameters of the kernel; the others are its outputs, buffers whose sizes are known then.
Result<std::vector<NDArray>> evaluateKernel(const PrimFunc& kernel, const std::vector<NDArray>& inputs);

}  // namespace lw
