// What a reduction over nothing leaves: its init. A block with an init is initialised in the first iteration of its
// reduction. If the loops of the reduction have no iteration, the init runs where that iteration would be: right before
// the outermost of these loops, once for each iteration of the other loops between it and the block. A sum over nothing
// is 0 then, as in NumPy, and decompose_reduction and rfactor change nothing (docs/decisions/0066).
//
// The loops of the reduction are those that the bindings of its reduce iters use and those of its other iters do not.
// There is no first iteration if one of them has none while the others are at their start, or if a condition on these
// loops alone excludes it. Conditions that use other loops must hold at that place, and the reduce iters must be at the
// start of their domains: the second part of a loop that was divided in two initialises nothing.
#pragma once

#include <vector>

#include "core/ir/stmt.h"

namespace lw {

struct EmptyReduction {
  BlockId block;
  LoopId before;             // the outermost loop of the reduction
  Stmt init;                 // to run before that loop: the init, with its loops and conditions
  bool certain = false;      // one of the loops never has an iteration
  bool alone = false;        // the loop contains nothing besides the block
  bool overThreads = false;  // a loop of the reduction is bound to threads
};

// The reductions of a function whose loops may have no iteration. Each init is a block with the id of the reduction,
// its spatial iters, its init and an empty body, in loops with the ids of those that they copy.
std::vector<EmptyReduction> emptyReductions(const PrimFunc& f);

// The program with these inits in their places, for analyses and for the interpreter: ids are not unique in it. The
// same function if there are none.
PrimFunc withEmptyReductions(const PrimFunc& f);

// Does such an init read memory?
bool emptyReductionReads(const PrimFunc& f);

}  // namespace lw
