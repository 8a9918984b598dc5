// Exact, instance-wise dependence analysis over ISL (S. Verdoolaege, "isl: An Integer Set Library", 2010): do two
// executions of statements access the same element, one of them writing, and does a transformation change their order?
// Programs with affine bounds, indices and guards are decided exactly. Non-affine parts widen an access, and the
// verdict is then marked as conservative. Every query has a limit of operations; beyond it the answer is Unknown.
#pragma once

#include <string>
#include <vector>

#include "core/analysis/verdict.h"
#include "core/ir/stmt.h"
#include "core/support/explanation.h"

namespace lw {

// The limit of ISL operations for one question, unless its budget says otherwise; a typical one takes some ten
// thousand.
inline constexpr unsigned long kDependenceOperations = 4'000'000;

// May the iterations of this loop run in any order and concurrently (parallel, vectorize, bind)? Reductions are no
// exception, unless their updates are atomic (core/ir/update.h). An intermediate buffer counts as private to the
// iteration if every read of it is fed by the same iteration and nothing outside the loop reads it. A cheap proof comes
// first (core/analysis/dependence/same_iteration.h), then ISL. What is undecided is carried out if its sizes are small
// numbers (core/analysis/values/small_programs.h).
Verdict iterationsIndependent(const PrimFunc& function, LoopId loop, const ProofBudget& budget = {});
// By ISL alone.
Verdict iterationsIndependentExactly(const PrimFunc& function, LoopId loop, const ProofBudget& budget = {});

// Is every read of the buffer, which the function allocates, fed by a write of the same iteration of this loop (and of
// the enclosing loops), and is the buffer unused outside? Then each iteration may have its own copy. False if
// undecided. A cheap proof comes first (core/analysis/values/written_first.h), then ISL.
bool privateToIteration(const PrimFunc& function, const Buffer& buffer, LoopId loop, const ProofBudget& budget = {});
// By ISL alone.
bool privateToIterationExactly(const PrimFunc& function, const Buffer& buffer, LoopId loop,
                               const ProofBudget& budget = {});

// Do the results stay the same if these loops, which are nested in one chain (other loops may be between them), take
// the given order, outermost first? The positions that they occupy stay the same. Updates of one commutative reduction
// may be reordered among themselves, and so may writes of a buffer that is private to an iteration.
Verdict reorderKeepsResults(const PrimFunc& function, const std::vector<LoopId>& newOrder,
                            const ProofBudget& budget = {});

// May the nests under `first` and `second` share their loops, with the first nest's body before the second's in every
// common iteration? The loops are given outermost first and have pairwise equal extents; both nests are in one
// sequence, `first` before `second`. Loops around both nests are already common. Statements between the nests are
// ignored. A cheap proof comes first (core/analysis/dependence/same_iteration.h), then ISL.
Verdict mergeKeepsResults(const PrimFunc& function, const std::vector<LoopId>& first, const std::vector<LoopId>& second,
                          const ProofBudget& budget = {});
// By ISL alone.
Verdict mergeKeepsResultsExactly(const PrimFunc& function, const std::vector<LoopId>& first,
                                 const std::vector<LoopId>& second, const ProofBudget& budget = {});

// May all executions of the block that differ in this iter run in any order and concurrently, as a spatial iter
// promises, if they agree in its opaque and scan iters and in the loops that drive none of its iters? Buffers that only
// this block uses count as private to each execution. Only exact accesses are judged, so a No is never conservative.
Verdict spatialIterHolds(const PrimFunc& function, const Block& block, size_t iter, const ProofBudget& budget = {});

// May two statements of one sequence, given by a loop or block inside each, be exchanged?
Verdict mayExchange(const PrimFunc& function, const Stmt& first, const Stmt& second, const ProofBudget& budget = {});

}  // namespace lw
