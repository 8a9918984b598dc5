// Does a loop nest produce every tuple of index values that another place needs? Used to prove that everything that is
// read was written before, or that every iteration exists already. The answer is "yes" or unknown.
#pragma once

#include <vector>

#include "core/arith/iter_map.h"

namespace lw {

// The tuples of `values` while `loops` run through their ranges and all `conditions` hold. Other variables are fixed.
struct Produced {
  std::vector<Expr> values;
  std::vector<IterDomain> loops;
  std::vector<Expr> conditions;
  std::vector<Var> reduced = {};  // loops that may have no iteration: the init of their reduction stands in for them
};

// True if `wanted` is one of the tuples for all values of the variables that `known` describes. A symbolic size may be
// 0, unless one of these variables runs over it.
bool reaches(const Produced& produced, const std::vector<Expr>& wanted, const Analyzer& known);

// Do different iterations of the loops that satisfy the conditions give different tuples? The conditions may be
// omitted.
bool namesIterations(const std::vector<Expr>& values, const std::vector<IterDomain>& loops, const Analyzer& known);

}  // namespace lw
