// The kernels of a GPU program as PTX, the input of NVIDIA's driver, by LLVM's NVPTX target. No CUDA toolkit is needed.
//
// Mathematics, in units in the last place: + - * /, sqrt and fma are correctly rounded, denormal numbers are kept; of
// float32 exp 0.97, exp2 0.83, log 0.80, log2 1.25, log10 2.1, tanh 1.4, sigmoid 2.3, erf 2.6 and exp of float64 0.97
// are the formulas of backends/cpu/vector_math.h, rsqrt 1.5; all others are those of backends/cpu/kernel_math.h, which
// states their errors. Both are measured as code for a cpu with FMA, which every GPU has. Products and sums may become
// FMA. float16 computes in float32.
#pragma once

#include <string>

#include "backends/cpu/cpu.h"
#include "core/support/result.h"
#include "passes/support/gpu_program.h"

namespace lw {

struct PtxModule {
  std::string text;            // PTX
  std::string llvmText;        // after optimisation, if requested
  std::vector<CpuLine> lines;  // with lineNumbers: in the text `.loc 1 N` precedes the code of lines[N - 1]
};

struct PtxOptions {
  bool llvmText = false;
  bool lineNumbers = false;
};

// `arch`: "sm_70" to "sm_90".
Result<PtxModule> compileForCuda(const GpuProgram& program, const std::string& arch, const PtxOptions& options = {});

}  // namespace lw
