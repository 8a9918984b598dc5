// Do two programs leave the same values, for some inputs?
#pragma once

#include "core/ir/ndarray.h"
#include "core/ir/stmt.h"

namespace lw {

enum class Runs : uint8_t { Same, Differ, Fail };

Runs compare(const PrimFunc& a, const PrimFunc& b, InputSpec spec, bool exact);

}  // namespace lw
