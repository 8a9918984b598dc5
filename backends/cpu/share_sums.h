// Moves the common part of several sums out of a loop.
//
// c[i] = dot(c[i], a[i], b) - d(b) in each step, for several i: the sum of d(b) over the steps is the same for all of
// them. It is accumulated separately and subtracted from each c[i] after the loop. Integers wrap, so the results do not
// change. If that sum is the same in each iteration of the enclosing loop, like that of a panel that all tiles use, it
// is computed before that loop (sum_before.h).
//
// Why: vpdpbusd multiplies unsigned by signed bytes. Adding 128 makes signed bytes unsigned, and 128 times the other
// factor is subtracted. One more instruction per product would halve the speed, so libraries do this once per column.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lw::cpu {

struct ShareSums : llvm::PassInfoMixin<ShareSums> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace lw::cpu
