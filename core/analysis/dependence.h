// Exact, instance-wise dependence analysis over ISL (S. Verdoolaege, "isl: An Integer Set Library", 2010): do two
// executions of statements touch one element, one of them writing, and does a transformation change their order?
// Programs with affine bounds, indices and guards are decided exactly; what is not affine widens the access, and the
// verdict says so (conservative). Every query works under a limit of operations; what is not decided is Unknown.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/ir/stmt.h"
#include "core/support/explanation.h"

namespace lw {

struct Verdict {
  enum class Answer : uint8_t { Yes, No, Unknown };
  Answer answer = Answer::Yes;
  bool conservative = false;       // a No, or an Unknown, that rests on widened accesses
  std::optional<Witness> witness;  // of a No: two iterations and the element
  std::vector<BlockId> blocks;     // the blocks of the witness
  std::string reason;              // of an Unknown, in words
  bool yes() const { return answer == Answer::Yes; }
  bool no() const { return answer == Answer::No; }
};

// ISL gives up after so many operations of one question; a typical one takes some ten thousand.
inline constexpr unsigned long kDependenceOperations = 4'000'000;

// May the iterations of this loop run in any order and at the same time (parallel, vectorize, bind)? Reductions are not
// exempt, unless their updates are atomic (core/ir/update.h). An intermediate buffer whose every read is fed by the
// same iteration, and which nothing outside of the loop reads, counts as private to the iteration. A cheap proof comes
// first (core/analysis/same_iteration.h), then ISL.
Verdict iterationsIndependent(const PrimFunc& function, LoopId loop);
// By ISL alone.
Verdict iterationsIndependentExactly(const PrimFunc& function, LoopId loop,
                                     unsigned long operations = kDependenceOperations);

// Is every read of the buffer, which the function allocates, fed by a write of the same iteration of this loop (and of
// the loops around it), and is the buffer used nowhere outside? Then each iteration may have one of its own. False
// where that cannot be decided. A cheap proof comes first (core/analysis/written_first.h), then ISL.
bool privateToIteration(const PrimFunc& function, const Buffer& buffer, LoopId loop);
// By ISL alone.
bool privateToIterationExactly(const PrimFunc& function, const Buffer& buffer, LoopId loop,
                               unsigned long operations = kDependenceOperations);

// Do the results stay the same when these loops, which are nested directly in one chain (other loops may stand between
// them), take the given order, outermost first? The positions they occupy stay the same. Updates of one commutative
// reduction may change their order among themselves, and so may the writes of a buffer that is private to an iteration.
Verdict reorderKeepsResults(const PrimFunc& function, const std::vector<LoopId>& newOrder,
                            unsigned long operations = kDependenceOperations);

// May the nests under `first` and `second` (loops outermost first, pairwise of equal extent, in one sequence, `first`
// before `second`) share their loops, the first nest's body before the second's in every common iteration? Loops around
// both nests are common already. Statements between the nests are not looked at.
// A cheap proof comes first (core/analysis/same_iteration.h), then ISL.
Verdict mergeKeepsResults(const PrimFunc& function, const std::vector<LoopId>& first,
                          const std::vector<LoopId>& second);
// By ISL alone.
Verdict mergeKeepsResultsExactly(const PrimFunc& function, const std::vector<LoopId>& first,
                                 const std::vector<LoopId>& second, unsigned long operations = kDependenceOperations);

// May all executions of the block that differ in this iter, and agree in its opaque and scan iters and in the loops
// that none of its iters follows, run in any order and at the same time, as a spatial iter says? Buffers that only this
// block uses count as private to each execution. Only exact accesses are judged: a No is never conservative.
Verdict spatialIterHolds(const PrimFunc& function, const Block& block, size_t iter,
                         unsigned long operations = kDependenceOperations);

// May two statements of one sequence, given by a loop or block inside each, change places?
Verdict mayExchange(const PrimFunc& function, const Stmt& first, const Stmt& second,
                    unsigned long operations = kDependenceOperations);

}  // namespace lw
