// A compiled program that is called in a child process.
#pragma once

#include "backends/cpu/cpu.h"
#include "backends/measure/memory_needs.h"
#include "backends/runner/runner.h"
#include "core/ir/ndarray.h"

namespace lw {

// What a process needs to call a kernel, beside its code and the contents of the buffers.
struct KernelCall {
  std::vector<int64_t> scalars;
  std::vector<int> restored;      // positions of buffers that the function reads before it writes them
  std::vector<MemoryNeed> needs;  // beside the arguments of this process
};

struct Kernel {
  PrimFunc function;
  KernelSignature signature;
  CpuModule code;
  PrimFunc lowered;
  double compileMs = 0;  // lowering and code generation

  // `compilers`: threads that compile; 0: as many as are useful.
  static Result<Kernel> build(const PrimFunc& function, const CpuOptions& options, int compilers = 0);
  // Refuses sizes that the loops' variables cannot count.
  Result<KernelCall> call(const std::vector<Argument>& arguments, int threads) const;
  KernelCode runnable() const { return {code.object, code.symbol, code.failures, function.name}; }
  // Loads code and arguments. Data that the function reads before writing it is restored before every timed call.
  // Refused if its temporaries do not fit in `memory` bytes (0: what this machine has left).
  Result<Launch> load(RunnerProcess& child, const std::vector<Argument>& arguments, int threads, int64_t memory) const;
};

// The written parameters with the child's current contents, by name, in order.
Result<std::vector<std::pair<std::string, NDArray>>> fetchOutputs(RunnerProcess& child, const Launch& launch,
                                                                  const PrimFunc& function,
                                                                  const std::vector<Argument>& arguments);

}  // namespace lw
