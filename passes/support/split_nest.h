// Divides one nest of loops over threads at its barriers (passes/split_at_barriers.h).
#pragma once

#include <map>
#include <optional>
#include <variant>
#include <vector>

#include "core/ir/stmt.h"
#include "core/support/explanation.h"

namespace lw {

// The copies of the loops over threads that the division made: their ids, with those of the loops in the source.
using LoopCopies = std::map<LoopId, LoopId>;

// A part of the memory of a nest that has to be allocated around it.
using Around = std::variant<Allocate, DeclBuffer>;

struct DividedNest {
  Stmt body;
  std::vector<Around> around;  // outermost first; their bodies are ignored
  // Memory of which each thread of the loops has its own part, with these loops of the source.
  std::vector<std::pair<Var, std::vector<const For*>>> own;
};

// `nest`: an outermost loop over threads, without blocks. `own`: memory that every thread fills for itself before it
// reads it. Sets ids of new loops in `function`.
std::variant<DividedNest, Explanation> divideNest(const Stmt& nest, const std::vector<Var>& own, PrimFunc& function,
                                                  LoopCopies& copies);

}  // namespace lw
