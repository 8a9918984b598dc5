// The texts of machine code: LLVM IR, its optimised form and the assembly, or the kernels of a GPU as OpenCL C, PTX and
// SASS, each part with the loop and block that it came from. Safe on any thread.
#pragma once

#include <set>
#include <string>

#include "app/services/jobs/stop.h"
#include "backends/cpu/float_math.h"
#include "backends/cpu/foreign_code.h"
#include "views/lowered/stage_model.h"

namespace lw {

struct TargetDescriptor;

// The stages of machine code that the target has, without texts.
Stages machineStages(const TargetDescriptor& target);
// What machine code is made with: which foreign code may be compiled, and what may be changed of arithmetic (not on
// GPUs).
struct CodeChoices {
  CodeConsent allows;
  FloatMath math;
};
// The same with the texts of machine code that `names` has. Where the code generator refuses, one stage with its words
// stands in their place. Unchanged when `stop` says so.
Stages withMachineCode(Stages stages, const std::set<std::string>& names, const CodeChoices& choices, const Stop& stop);

// The same with what the lines of assembly cost beside them, by LLVM's model of the processor, where that is not known
// yet.
Stages withCycles(Stages stages, const Stop& stop);

}  // namespace lw
