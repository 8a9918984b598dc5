// Proofs, without ISL, that elements which one statement writes and another accesses are accessed in the same iteration
// of a loop. The answer is "yes" or unknown.
#pragma once

#include "core/analysis/tables/statements.h"

namespace lw::analysis {

// mergeKeepsResults() of core/analysis/dependence/dependence.h.
bool provablyMergeable(const Statements& program, const std::vector<LoopId>& first, const std::vector<LoopId>& second);

// iterationsIndependent() of core/analysis/dependence/dependence.h.
bool provablyIndependent(const Statements& program, LoopId loop);

}  // namespace lw::analysis
