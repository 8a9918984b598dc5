// Does a rewritten program pass every value on as the original did? Exact, value-based dataflow over ISL: the last
// writer for each read, and for each element of the results. Executions are identified by their block and the values of
// its iters, so loops may be changed, moved, added and repeated freely. (The question is that of translation
// validation; P. Feautrier, "Dataflow analysis of array and scalar references", 1991.)
#pragma once

#include <optional>

#include "core/analysis/verdict.h"

namespace lw {

// How parts of the new program correspond to parts of the old one.
struct Correspondence {
  // A block that only copies elements from one buffer to the same place in another: values pass through it.
  std::optional<BlockId> copy;
  // The new buffer of the copy corresponds to this one.
  std::optional<Buffer> cache, cached;
  // A block of the new program that was the init of a block of the old one.
  std::optional<std::pair<BlockId, BlockId>> initBlock;  // the new block, the old one
  // A block of the old program whose expression was inlined into its readers.
  std::optional<BlockId> inlined;
  // A block of the old program whose work its producer does in the new one, execution by execution.
  std::optional<std::pair<BlockId, BlockId>> absorbed;  // the block, its producer
};

// Yes: all results keep their values. No: `reason` names the block that would read or leave another value. Unknown: not
// affine, or too costly to decide. A cheap proof comes first (core/analysis/values/quick_flow.h), then isl with this
// limit of operations unless the budget says otherwise (a typical question takes some ten thousand, a million take
// about 0.1 s). What isl does not confirm is carried out if its sizes are small numbers
// (core/analysis/values/small_programs.h).
inline constexpr unsigned long kFlowOperations = 1'000'000;
Verdict keepsValueFlow(const PrimFunc& before, const PrimFunc& after, const Correspondence& correspondence = {},
                       const ProofBudget& budget = {});
// What one prover of that question says, for steps that ask more of them; nullopt: it does not decide.
std::optional<Verdict> keepsValueFlowBy(Prover prover, const PrimFunc& before, const PrimFunc& after,
                                        const Correspondence& correspondence, const ProofBudget& budget);
// By ISL alone. Yes: also, no execution of a statement was added.
Verdict keepsValueFlowExactly(const PrimFunc& before, const PrimFunc& after, const Correspondence& correspondence = {},
                              const ProofBudget& budget = {});

}  // namespace lw
