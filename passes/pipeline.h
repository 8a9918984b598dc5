// The passes of a target, in order: one straight list.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "passes/pass.h"

namespace lw {

// GPUs, real or emulated, share one pipeline.
bool isGpuTarget(std::string_view target);  // "cuda", "opencl", "gpu-emulator"
// Empty for a target without a pipeline. Known: "cpu" and the GPUs.
std::span<const Pass> passesOf(std::string_view target);
const Pass* findPass(std::string_view target, std::string_view name);  // the first of that name

// A function as one pass left it.
struct Stage {
  std::string name;   // a pass that runs twice is named `simplify`, then `simplify_2`
  std::string label;  // numbered in the same way
  std::string help;
  PrimFunc function;
  bool changed;  // the pass did something
};
std::vector<Stage> lowerAll(const PrimFunc& f, std::string_view target);
PrimFunc lowerForCpu(const PrimFunc& f);
// For compilers that write no loops out by themselves: those that lowering left for the code generator become
// statements.
PrimFunc writtenOut(const PrimFunc& lowered);

}  // namespace lw
