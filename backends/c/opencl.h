// The kernels of a GPU program in OpenCL C 1.2, one after the other in one text: what the driver of any OpenCL device
// compiles. Computes what backends/c computes; float16 and bfloat16 are kept as their bits and computed in float.
// float64 needs cl_khr_fp64.
#pragma once

#include <string>
#include <vector>

#include "core/support/result.h"
#include "passes/support/gpu_program.h"

namespace lw {

struct OpenClSource {
  std::string text;
  std::vector<Origin> lines;  // of each line of the text, what it came from; not valid: from nowhere
};

Result<OpenClSource> writeOpenCl(const GpuProgram& program);

}  // namespace lw
