// Instructions that a program names directly (T.call_llvm_pure_intrin). Private to backends/cpu.
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

#include <optional>

#include "core/support/explanation.h"

namespace lw::cpu {

// Does the machine have every instruction that the module names? LLVM would end the process if it cannot select one.
std::optional<Explanation> checkInstructions(const llvm::Module& module, const llvm::TargetMachine& machine);

}  // namespace lw::cpu
