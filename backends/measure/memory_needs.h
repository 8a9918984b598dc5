// Computes how much memory a run needs before it starts. A kernel that runs out of memory would end in the middle, or
// exhaust the machine.
#pragma once

#include "core/ir/ndarray.h"
#include "core/support/result.h"
#include "passes/support/gpu_program.h"

namespace lw {

struct MemoryNeed {
  std::string name;  // of the buffer
  std::vector<int64_t> shape;
  double bytes = 0;  // once
  double held = 0;   // all copies that exist at the same time
  bool parameter = false;
};

// The buffers of the parameters. A run has copies of them in this process, in the child process and in the shared file
// between them.
Result<std::vector<MemoryNeed>> parameterNeeds(const PrimFunc& function, const InputSpec& spec);
// The memory that a lowered function allocates at the same time at most, with `threads` in its parallel loops. Shapes
// are those of `scheduled`.
std::vector<MemoryNeed> temporaryNeeds(const PrimFunc& lowered, const PrimFunc& scheduled, const LaunchValues& sizes,
                                       int threads);
// Memory that the host allocates in a plan.
std::vector<MemoryNeed> plannedNeeds(const GpuPlan& plan, const PrimFunc& scheduled);

// Refuses needs that exceed `available` bytes (0: what this machine has left). Names the buffer that needs most.
Status requireMemory(const std::vector<MemoryNeed>& needs, int64_t available);
// Refuses sizes with which a loop over an int32 would exceed 2^31 - 1 iterations.
Status requireCountable(const PrimFunc& lowered, const LaunchValues& sizes);

}  // namespace lw
