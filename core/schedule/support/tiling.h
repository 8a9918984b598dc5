// Drawing tile sizes: ordered factorizations of a loop's extent, each with the same probability.
#pragma once

#include <cstdint>
#include <vector>

#include "core/schedule/define.h"

namespace lw {

// `parts` factors with the product `extent`, the last of them at most `maxLast` (0: no limit). There is one where
// extent >= 1, parts >= 1, unless parts is 1 and extent exceeds the limit.
std::vector<int64_t> drawFactors(int64_t extent, int parts, int64_t maxLast, Random& random);
// The product of the factors from `position` on is a multiple of `inner`, which divides `extent`.
std::vector<int64_t> drawPartitionedFactors(int64_t extent, int parts, int position, int64_t inner, Random& random);

// A recorded decision for a loop of this extent. Factors that do not fit any more, because the loop has changed since,
// are replaced as TVM does: from the innermost on, the first that does not divide takes all that is left.
std::vector<int64_t> adaptedFactors(std::vector<int64_t> factors, int64_t extent);

// {-1, 1, 1 ...}: the decision where the loop cannot be tiled.
std::vector<int64_t> noFactors(int parts);

// What a step that draws factors returns and records.
Value decisionOf(const std::vector<int64_t>& factors);
std::vector<Value> factorOutputs(const std::vector<int64_t>& factors);  // -1: None

}  // namespace lw
