// Links foreign code into the kernel's module. Private to backends/cpu.
#pragma once

#include <llvm/IR/Module.h>

#include <optional>

#include "backends/cpu/cpu.h"

namespace lw::cpu {

// Compiles the function's foreign code and links it into the module: its functions become internal and are removed from
// `externs`. Every call must have the type of the called definition.
std::optional<Explanation> linkForeignCode(llvm::Module& module, const PrimFunc& function, const CpuOptions& options,
                                           std::vector<std::string>& externs);

}  // namespace lw::cpu
