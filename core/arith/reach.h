// Does a nest produce every tuple of index values that another place wants? The question behind "is all that this reads
// written before", "does every iteration exist already" and the like. Answers "yes" or nothing.
#pragma once

#include <vector>

#include "core/arith/iter_map.h"

namespace lw {

// The tuples of `values` while `loops` run through their ranges, where all `conditions` hold. Other variables are
// fixed.
struct Produced {
  std::vector<Expr> values;
  std::vector<IterDomain> loops;
  std::vector<Expr> conditions;
};

// True: whatever the variables that `known` speaks of, `wanted` is one of the tuples. Loops over a symbolic size run at
// least once.
bool reaches(const Produced& produced, const std::vector<Expr>& wanted, const Analyzer& known);

// Do different iterations of the loops, where the conditions hold, give different tuples? The conditions may be left
// out.
bool namesIterations(const std::vector<Expr>& values, const std::vector<IterDomain>& loops, const Analyzer& known);

}  // namespace lw
