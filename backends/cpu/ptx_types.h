// Types in the names of PTX instructions.
#pragma once

#include <string>

#include "core/ir/dtype.h"

namespace lw::cpu {

// The type of a matrix's elements or sums: "f16", "bf16", "e4m3", "s8". Empty: no matrix instruction has it.
std::string ptxTypeName(DataType type);

}  // namespace lw::cpu
