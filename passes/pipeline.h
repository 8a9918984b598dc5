// The passes of each kind of target, in order, and the driver that runs them.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "passes/pass.h"
#include "passes/support/gpu_program.h"

namespace lw {

struct Pipeline {
  std::span<const Pass* const> passes;
};
const Pipeline& cpuPipeline();
const Pipeline& gpuPipeline();  // of all GPUs, real or emulated

// Ignore: lowers a program although a pass refuses it, so that its stages can be shown.
enum class Refusals : uint8_t { Stop, Ignore };
using LoweringObserver = std::function<void(const Pass&, const PrimFunc& before, const PrimFunc& after)>;
// `observe` is called after every pass.
Result<PrimFunc> lower(const PrimFunc& scheduled, const Pipeline& pipeline, const TargetFacts& target,
                       Refusals refusals, const LoweringObserver& observe = {});

// A function as one pass left it.
struct Stage {
  std::string name;   // a pass that runs twice is named `simplify`, then `simplify_2`
  std::string label;  // numbered in the same way
  std::string help;
  PrimFunc function;
  bool changed;  // the pass changed the function
};
// Runs all passes and ignores refusals.
std::vector<Stage> lowerAll(const PrimFunc& f, const Pipeline& pipeline);
PrimFunc lowerForCpu(const PrimFunc& f);
// Runs the passes, splits the result into host and kernels, and checks it against the device.
Result<GpuProgram> lowerForGpu(const PrimFunc& scheduled, const GpuDevice& device);
// Unrolls the loops that lowering left to the code generator, for compilers that do not unroll loops themselves.
PrimFunc writtenOut(const PrimFunc& lowered);

}  // namespace lw
