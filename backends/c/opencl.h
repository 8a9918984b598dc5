// The kernels of a GPU program in OpenCL C 1.2, in one text that the driver of any OpenCL device compiles. They compute
// what exported C computes; narrow floats are stored as their bits and computed in float. float64 needs
// cl_khr_fp64.
#pragma once

#include <string>
#include <vector>

#include "core/support/result.h"
#include "passes/support/gpu_program.h"

namespace lw {

struct OpenClSource {
  std::string text;
  std::vector<Origin> lines;  // the origin of each line of the text; invalid: none
};

Result<OpenClSource> writeOpenCl(const GpuProgram& program);

}  // namespace lw
