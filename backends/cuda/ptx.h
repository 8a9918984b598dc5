// The kernels of a GPU program as PTX, by LLVM's NVPTX target: what NVIDIA's driver takes. No CUDA toolkit is needed.
//
// Mathematics is that of backends/cpu (vector_math.h states the errors) where that has its own, correctly rounded for + - * /, sqrt and
// fma; sin and cos of float32 are the approximate instructions (absolute error 2^-20.9 in [-pi, pi]). Other functions are refused by name.
#pragma once

#include <string>

#include "backends/cpu/cpu.h"
#include "core/support/result.h"
#include "passes/gpu_program.h"

namespace lw {

struct PtxModule {
  std::string text;       // PTX
  std::string llvmText;   // after optimisation, where wanted
  std::vector<CpuLine> lines;  // with lineNumbers: `.loc 1 N` in the text stands before what came from lines[N - 1]
};

struct PtxOptions {
  bool llvmText = false;
  bool lineNumbers = false;
};

// `arch`: "sm_70" to "sm_90".
Result<PtxModule> compileForCuda(const GpuProgram& program, const std::string& arch, const PtxOptions& options = {});

}  // namespace lw
