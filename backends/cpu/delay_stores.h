// Moves each store behind the next loads that follow it in its block and do not touch its memory.
//
// Why: a tile of C[m, n] whose rows lie a multiple of 4 KiB apart makes each load of the next row look, by its low
// address bits, like a hit on the store of this row, and wait for it. With the loads first, the rows of an unrolled
// loop overlap.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lw::cpu {

struct DelayStores : llvm::PassInfoMixin<DelayStores> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace lw::cpu
