// Conditions on the executions of a block, which add_guard, set_store_predicate and sliding_window add to its
// predicate.
#pragma once

#include "core/schedule/define.h"

namespace lw {

extern const Error<Ident, Snippet, Message> kGuardChanges;  // "a guard {1} on block {0} changes the results: {2}"
extern const Error<Ident, Snippet, Message> kGuardUndecided;
extern const Error<Ident, Snippet, Ident> kGuardRace;

struct Guarded {
  int function = 0;
  PrimFunc changed;
};

// Runs the block only where the condition, over the loops around it, holds. Refused if results would change, or if
// iterations of a parallel loop would become dependent on each other.
Result<Guarded> guardBlock(const Snapshot& program, BlockId block, const Expr& condition);

}  // namespace lw
