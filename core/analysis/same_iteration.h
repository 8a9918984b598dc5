// Proofs, without ISL, that what one statement touches and another writes they touch in the same iteration of a loop.
// They say "yes" or nothing.
#pragma once

#include "core/analysis/statements.h"

namespace lw::analysis {

// mergeKeepsResults() of core/analysis/dependence.h.
bool provablyMergeable(const Statements& program, const std::vector<LoopId>& first, const std::vector<LoopId>& second);

// iterationsIndependent() of core/analysis/dependence.h.
bool provablyIndependent(const Statements& program, LoopId loop);

}  // namespace lw::analysis
