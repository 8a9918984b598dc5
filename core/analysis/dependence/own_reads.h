// Buffers that pass no value from one iteration of a loop to another.
#pragma once

#include "core/analysis/proof_budget.h"
#include "core/ir/stmt.h"

namespace lw {

// Is every read of the buffer inside this loop fed by a write of the same iteration (and of the same iteration of the
// enclosing loops)? False if undecided. Unlike privateToIteration() of core/analysis/dependence/dependence.h, the
// buffer may also be a parameter, or used outside of the loop. A cheap proof comes first
// (core/analysis/values/written_first.h), then ISL.
bool readsOwnWrites(const PrimFunc& function, const Buffer& buffer, LoopId loop, const ProofBudget& budget = {});

}  // namespace lw
