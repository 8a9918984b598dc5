// Two executions of a block that write one element, found by computing where all executions write. Indices need not be
// affine, but sizes and everything that indices use must be numbers.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "core/ir/stmt.h"
#include "core/support/explanation.h"

namespace lw {

// Of two executions of one statement, in the order of the program: the loops around it, outermost first, and their
// values.
using PairOfIterations = std::function<bool(const std::vector<const For*>& loops, const std::vector<int64_t>& first,
                                            const std::vector<int64_t>& second)>;
// Both are in one iteration of the loops around this one, and in different iterations of it.
PairOfIterations differingIn(LoopId loop);
// The second precedes the first once the loops of `chain` have the order `newChain`.
PairOfIterations exchangedBy(std::vector<LoopId> chain, std::vector<LoopId> newChain);

// The first such pair of executions of the block's update that write one element. nullopt: there is none, or it was not
// found within the limits.
std::optional<Witness> findCollision(const PrimFunc& function, const Block& block, const PairOfIterations& wanted);

}  // namespace lw
