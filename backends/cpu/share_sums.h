// Takes out of a loop what all of its sums have in common.
//
// c[i] = dot(c[i], a[i], b) - d(b) in each step, for several i: the sum of d(b) over the steps is the same for all of
// them. It gets a sum of its own, which is taken off each c[i] behind the loop. Integers wrap, so that nothing changes.
// Where the sum is the same in each step of the loop around, as that of a panel that all tiles use is, it is summed up
// before that loop (sum_before.h).
//
// Why: vpdpbusd multiplies unsigned by signed bytes. Signed ones become unsigned by 128 more, and 128 times the others
// is taken off; with one more instruction for every product that halves the speed, so the libraries do it once for each
// column.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lw::cpu {

struct ShareSums : llvm::PassInfoMixin<ShareSums> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace lw::cpu
