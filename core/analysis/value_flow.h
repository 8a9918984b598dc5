// Does a rewritten program hand every value on as the original did? Exact, value-based dataflow over ISL: for each read
// the execution that wrote the value last, for each element of the results its last writer. Executions are named
// by their block and the values of its iters, so loops may be changed, moved, added and repeated freely. (The question
// is that of translation validation; P. Feautrier, "Dataflow analysis of array and scalar references", 1991.)
#pragma once

#include <optional>

#include "core/analysis/dependence.h"

namespace lw {

// What stands for what in the program afterwards.
struct Correspondence {
  // A block that only copies elements from one buffer to the same place of another: values pass through it.
  std::optional<BlockId> copy;
  // The new buffer of the copy stands for this one.
  std::optional<Buffer> cache, cached;
  // A block that has become the init of a block of the program before.
  std::optional<std::pair<BlockId, BlockId>> initBlock;  // the new block, the old one
  // A block of the program before whose expression stands in its readers afterwards.
  std::optional<BlockId> inlined;
  // A block of the program before whose work its producer does afterwards, one execution for one.
  std::optional<std::pair<BlockId, BlockId>> absorbed;  // the block, its producer
};

// Yes: all results keep their values, and no execution of a statement was added that did not exist before. No: `reason`
// says which block would read or leave what. Unknown: not affine, or too costly to decide.
// A cheap proof comes first (core/analysis/quick_flow.h), then ISL, which gives up after so many operations (a typical
// question takes some ten thousand, a million take about 0.1 s).
inline constexpr unsigned long kFlowOperations = 1'000'000;
Verdict keepsValueFlow(const PrimFunc& before, const PrimFunc& after, const Correspondence& correspondence = {},
                       unsigned long operations = kFlowOperations);
// By ISL alone.
Verdict keepsValueFlowExactly(const PrimFunc& before, const PrimFunc& after, const Correspondence& correspondence = {},
                              unsigned long operations = kFlowOperations);

}  // namespace lw
