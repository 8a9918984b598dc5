// Buffers that every iteration of a parallel or vectorized loop fills for itself. As long as nothing outside of the
// loop uses such a buffer, each iteration may have a copy of it (privateToIteration in core/analysis/dependence.h);
// otherwise the iterations, which run at once, share it.
#pragma once

#include <optional>

#include "core/analysis/dependence.h"
#include "core/ir/stmt.h"

namespace lw {

struct IterationSharing {
  Buffer buffer;
  LoopId loop;      // of `after`
  Verdict verdict;  // on its iterations: not independent, or undecided
};

// A buffer that was used in one such loop alone before a change of the function, and which iterations share after it.
std::optional<IterationSharing> sharingIntroduced(const PrimFunc& before, const PrimFunc& after,
                                                  const ProofBudget& budget = {});

}  // namespace lw
