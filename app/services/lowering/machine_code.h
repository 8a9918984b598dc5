// The texts of machine code: LLVM IR, optimized LLVM IR and assembly, or the kernels of a GPU as OpenCL C, PTX and
// SASS. Each part records the loop and block that it came from. Safe on any thread.
#pragma once

#include <functional>
#include <set>
#include <string>

#include "app/models/lowering/stage_model.h"
#include "app/models/support/stop.h"
#include "backends/cpu/float_math.h"
#include "backends/cpu/foreign_code.h"

namespace lw {

struct TargetDescriptor;

// The stages of machine code of the target, without texts.
Stages machineStages(const TargetDescriptor& target);
// Options for generating machine code: which foreign code may be compiled, and how floating-point arithmetic may be
// changed (not on GPUs).
struct CodeChoices {
  CodeConsent allows;
  FloatMath math;
};
// Returns `stages` with the texts of the machine code in `names`. If the code generator refuses, one stage with its
// message replaces those that are not made. Returns `stages` unchanged if `stop` is set. `tell` is called with the
// texts that are made in a moment, before the others are begun.
Stages withMachineCode(Stages stages, const std::set<std::string>& names, const CodeChoices& choices, const Stop& stop,
                       const std::function<void(Stages)>& tell = {});

// Returns `stages` with the costs of the lines of assembly that lack them, by LLVM's model of the processor.
Stages withCycles(Stages stages, const Stop& stop);

}  // namespace lw
