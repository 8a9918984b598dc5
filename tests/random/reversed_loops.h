// A program whose loops at once (parallel and vectorized ones, and blocks of threads) run backwards: another order of
// iterations that do not depend on each other.
#pragma once

#include "core/ir/stmt.h"

namespace lw {

// nullopt: the program has no such loop.
std::optional<PrimFunc> withReversedLoops(const PrimFunc& function);

}  // namespace lw
