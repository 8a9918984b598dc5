// Changes to the blocks below rewritten loops: guards, substituted bindings, simplification.
#pragma once

#include "core/schedule/edit.h"
#include "core/schedule/snapshot.h"

namespace lw {

// Adds a conjunct to the predicate of every block directly below the statement.
Stmt withPredicate(const Stmt& body, const Expr& condition);

// Simplifies the bindings of the blocks below `changed`, a statement that will replace `place`: affine maps of loops
// take their shortest form, other expressions do not change. Unit loops are removed from the bindings unless they are
// to be preserved.
Stmt simplifyBindings(const Snapshot& program, LoopId place, const Stmt& changed, bool preserveUnitIters);

Expr simplifyExtent(const Expr& extent);
bool provablyDivisible(const Expr& value, int64_t divisor);
bool hasStatementsOutsideBlocks(const Stmt& body);
// A loop outside of any block whose bounds read memory at an index that depends on `var`; invalid: there is none.
LoopId loopWithBoundFromMemory(const Stmt& body, const Var& var);

}  // namespace lw
