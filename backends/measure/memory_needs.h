// What a run takes of memory, worked out before it begins: a kernel that has none ends in the middle, or takes the
// machine with it.
#pragma once

#include "core/ir/ndarray.h"
#include "core/support/result.h"
#include "passes/support/gpu_program.h"

namespace lw {

struct MemoryNeed {
  std::string name;  // of the buffer
  std::vector<int64_t> shape;
  double bytes = 0;  // once
  double held = 0;   // all copies that a run has at the same time
  bool parameter = false;
};

// The buffers of the parameters; a run has copies of them here, in the child process and between.
Result<std::vector<MemoryNeed>> parameterNeeds(const PrimFunc& function, const InputSpec& spec);
// What a lowered function allocates at the same time at most, with `threads` in its parallel loops. Shapes are those of
// `scheduled`.
std::vector<MemoryNeed> temporaryNeeds(const PrimFunc& lowered, const PrimFunc& scheduled, const LaunchValues& sizes,
                                       int threads);
// Memory of the host's own in a plan.
std::vector<MemoryNeed> plannedNeeds(const GpuPlan& plan, const PrimFunc& scheduled);

// Refuses what does not fit in `available` bytes; 0: what this machine has left. Names the buffer that takes most.
Status requireMemory(const std::vector<MemoryNeed>& needs, int64_t available);
// Refuses sizes with which a loop over an int32 would run past the 2^31 - 1 that it counts.
Status requireCountable(const PrimFunc& lowered, const LaunchValues& sizes);

}  // namespace lw
