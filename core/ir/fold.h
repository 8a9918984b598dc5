// Operations on constant integers, as the machine computes them.
#pragma once

#include <optional>

#include "core/ir/expr.h"

namespace lw {

// nullopt: undefined (division by zero, overflow of a signed type), or not known here (parts of uint64).
std::optional<int64_t> foldInteger(BinaryOp op, DataType type, int64_t a, int64_t b);

}  // namespace lw
