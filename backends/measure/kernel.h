// A compiled program that is called in a child process.
#pragma once

#include "backends/cpu/cpu.h"
#include "backends/measure/memory_needs.h"
#include "backends/runner/runner.h"
#include "core/ir/ndarray.h"
#include "passes/support/pack_once.h"

namespace lw {

// Weights that are packed once, before the calls.
struct PackingCall {
  struct Memory {
    std::string name;
    size_t bytes = 0;
  };
  KernelCode code;  // its buffers: the weights, then the packed ones
  std::vector<int64_t> scalars;
  std::vector<int> weights;    // positions among the buffers of the call
  std::vector<Memory> packed;  // further buffers of the call, after those of the arguments
};

// What a process needs to call a kernel, beside its code and the contents of the buffers.
struct KernelCall {
  std::vector<int64_t> scalars;
  std::vector<int> restored;      // positions of buffers that the function reads before it writes them
  std::vector<MemoryNeed> needs;  // beside the arguments of this process
  std::optional<PackingCall> packing = {};
};
// Adds the packed buffers to a launch that has those of the arguments, and fills them; ms of that, 0 without packing.
Result<double> packWeights(RunnerProcess& child, const KernelCall& call, Launch& launch);

struct Kernel {
  PrimFunc function;  // with the packed buffers as further parameters, where weights are packed once
  KernelSignature signature;
  CpuModule code;
  PrimFunc lowered;
  double compileMs = 0;  // lowering and code generation
  std::optional<PackedOnce> packed = {};
  std::optional<CpuModule> packing = {};  // the code of packed->packing

  // `compilers`: threads that compile; 0: as many as are useful.
  static Result<Kernel> build(const PrimFunc& function, const CpuOptions& options, int compilers = 0);
  // `arguments`: of the scheduled function. Refuses sizes that the loops' variables cannot count.
  Result<KernelCall> call(const std::vector<Argument>& arguments, int threads) const;
  KernelCode runnable() const { return {code.object, code.symbol, code.failures, function.name}; }
  // Loads code and arguments. Data that the function reads before writing it is restored before every timed call.
  // Refused if its temporaries do not fit in `memory` bytes (0: what this machine has left). Weights are packed, which
  // takes *packingMs.
  Result<Launch> load(RunnerProcess& child, const std::vector<Argument>& arguments, int threads, int64_t memory,
                      double* packingMs = nullptr) const;
  std::vector<std::string> packedNames() const;  // of the weights that are packed once
};

// The written parameters with the child's current contents, by name, in order.
Result<std::vector<std::pair<std::string, NDArray>>> fetchOutputs(RunnerProcess& child, const Launch& launch,
                                                                  const PrimFunc& function,
                                                                  const std::vector<Argument>& arguments);

}  // namespace lw
