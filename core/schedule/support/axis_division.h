// Divides the axes of a block between a new block around inner loops and the block itself: axis = outer axis * extent +
// inner axis, where the inner axes run over the loops inside.
#pragma once

#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/schedule/snapshot.h"

namespace lw {

extern const Error<Ident, Snippet, Message> kNotDivisible;
extern const Error<Snippet, Ident> kGuardAcross;
extern const Error<Ident, Ident, Snippet, Snippet> kAxisStartsLate;

struct Axes {
  std::vector<IterVar> outer, inner;
  std::vector<Expr> outerBindings, innerBindings;
  Expr outerPredicate = boolConst(true), innerPredicate = boolConst(true);
  VarMap values;  // old axis -> outer * extent + inner
};

// The loops around the block.
struct DividedLoops {
  std::vector<LoopId> outside, inside;
};

// `place`: where the division is, in words. A refusal without a hint is one that a loop further outside may resolve.
Result<Axes> dividedAxes(const Snapshot& program, BlockId block, const DividedLoops& loops, std::string place,
                         bool preserveUnitIters);

}  // namespace lw
