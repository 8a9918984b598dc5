// Draws tile sizes: ordered factorizations of a loop's extent, all with the same probability.
#pragma once

#include <cstdint>
#include <vector>

#include "core/schedule/define.h"

namespace lw {

// `parts` factors whose product is `extent`, the last one at most `maxLast` (0: no limit). Requires extent >= 1 and
// parts >= 1, and extent <= maxLast if parts is 1.
std::vector<int64_t> drawFactors(int64_t extent, int parts, int64_t maxLast, Random& random);
// The product of the factors from `position` on is a multiple of `inner`, which must divide `extent`.
std::vector<int64_t> drawPartitionedFactors(int64_t extent, int parts, int position, int64_t inner, Random& random);

// Adapts a recorded decision to a loop of this extent. If the factors no longer fit, because the loop has changed, they
// are replaced as in TVM: from the innermost on, the first one that does not divide gets the whole remaining extent.
std::vector<int64_t> adaptedFactors(std::vector<int64_t> factors, int64_t extent);

// {-1, 1, 1 ...}: the decision for a loop that cannot be tiled.
std::vector<int64_t> noFactors(int parts);

// The value that a step that draws factors returns and records.
StepValue decisionOf(const std::vector<int64_t>& factors);
std::vector<StepValue> factorOutputs(const std::vector<int64_t>& factors);  // -1: None

}  // namespace lw
