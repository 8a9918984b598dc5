// The texts of a function at each stage of lowering, and of its code.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "backends/targets/targets.h"

namespace lw {

struct StageEntry {
  std::string name, help;
  std::optional<bool> changed;  // a pass: whether it changed the function
};
// The passes of the target's pipeline, `tir` for the last one's result, and the texts of code.
std::vector<StageEntry> stageList(const PrimFunc& function, const TargetDescriptor& target);

struct PrintedStage {
  std::string text;
  std::optional<Explanation> error;
  bool unknown = false;       // the error: there is no such stage
  bool lacksProgram = false;  // the error: a program that writes the code is not installed
};
// `allows`: which foreign code may be compiled.
PrintedStage stageText(const PrimFunc& function, const TargetDescriptor& target, const std::string& stage,
                       const CodeRequest& request);

}  // namespace lw
