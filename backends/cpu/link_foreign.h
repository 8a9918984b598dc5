// Foreign code inside the kernel's module. Private to backends/cpu.
#pragma once

#include <llvm/IR/Module.h>

#include <optional>

#include "backends/cpu/cpu.h"

namespace lw::cpu {

// Compiles what the function brings along and links it into the module: its functions become internal and are taken out
// of `externs`. Every call of them must have the type of their definition.
std::optional<Explanation> linkForeignCode(llvm::Module& module, const PrimFunc& function, const CpuOptions& options,
                                           std::vector<std::string>& externs);

}  // namespace lw::cpu
