// Buffers that every iteration of a parallel or vectorized loop fills for itself. As long as nothing outside of the
// loop uses such a buffer, each iteration may have a copy of it (privateToIteration in
// core/analysis/dependence/dependence.h); otherwise the iterations, which run at once, share it.
#pragma once

#include <optional>

#include "core/analysis/dependence/dependence.h"
#include "core/ir/stmt.h"

namespace lw {

struct IterationSharing {
  Buffer buffer;
  LoopId loop;      // of `after`
  Verdict verdict;  // on its iterations: not independent, or undecided
};

// A buffer that iterations share after a change of the function. Before, it was used in one such loop alone, or there
// was no such buffer.
std::optional<IterationSharing> sharingIntroduced(const PrimFunc& before, const PrimFunc& after,
                                                  const ProofBudget& budget = {});

}  // namespace lw
