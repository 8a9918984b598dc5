// Gives each thread its own part of memory that all iterations of loops over threads share (scalar expansion).
#pragma once

#include <optional>
#include <vector>

#include "core/support/explanation.h"
#include "passes/support/split_nest.h"

namespace lw {

// Memory and the loops over threads, each iteration of which has its own part.
using OwnMemory = std::vector<std::pair<Var, std::vector<const For*>>>;

// The memory of the scope local, and of `own`, that is used in the nest, is allocated around it, and of which threads
// would overwrite each other's elements. The program has no blocks. Sets `error` if the memory is also used elsewhere.
OwnMemory ownMemoryAround(const PrimFunc& f, const Stmt& nest, const std::vector<Var>& own,
                          std::optional<Explanation>& error);

// Adds a dimension for each of the loops in front of the others. `copies`: the ids of loops, with those of `memory`.
Stmt withThreadCopies(const Stmt& body, const OwnMemory& memory, const LoopCopies& copies,
                      std::optional<Explanation>& error);

}  // namespace lw
