// Decides questions about programs with small, known sizes by carrying them out (core/analysis/values/small_run.h). The
// answers hold for exactly these sizes, and for all values of the inputs.
#pragma once

#include "core/analysis/values/value_flow.h"

namespace lw::analysis {

// Limits a run, in visits of nodes: about 0.1 s.
inline constexpr unsigned long kSmallWork = 2'000'000;

// Do both functions leave the same terms in all memory of the caller, and can no execution that only the second one has
// fail for some values? False: undecided.
bool leaveTheSameTerms(const PrimFunc& before, const PrimFunc& after, const Correspondence& correspondence,
                       const ProofBudget& budget);

// The question of iterationsIndependent(). nullopt: undecided.
std::optional<bool> independentWhenRun(const PrimFunc& function, LoopId loop, const ProofBudget& budget);

}  // namespace lw::analysis
