// Moves each store behind the next loads in its block that do not access its memory.
//
// Why: if the rows of a tile of C[m, n] are a multiple of 4 KiB apart, the low address bits of each load of the next
// row equal those of this row's store, and the load waits for the store. With the loads first, the rows of an unrolled
// loop overlap.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lw::cpu {

struct DelayStores : llvm::PassInfoMixin<DelayStores> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace lw::cpu
