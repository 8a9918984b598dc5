// The kernels of a GPU program in OpenCL C 1.2, one after the other in one text: what the driver of any OpenCL device compiles. Computes
// what backends/c computes; float16 and bfloat16 are kept as their bits and computed in float. float64 needs cl_khr_fp64.
#pragma once

#include <string>

#include "core/support/result.h"
#include "passes/gpu_program.h"

namespace lw {

Result<std::string> writeOpenCl(const GpuProgram& program);

}  // namespace lw
