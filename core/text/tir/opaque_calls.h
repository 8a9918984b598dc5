// Functions of T that this program cannot run itself: instructions of other processors, calls that lowering in TVM
// inserts, and tile operations. They are read, printed and handed on; running one is an error that names it.
#pragma once

#include <optional>
#include <string_view>

#include "core/ir/dtype.h"

namespace lw::tir {

// The type of the result, unless dtype= states another. nullopt: no such function.
std::optional<DataType> opaqueResult(std::string_view member);

}  // namespace lw::tir
