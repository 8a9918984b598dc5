// Splits vectors whose number of lanes is not a power of two, 48 for example, into pieces that fit in registers, before
// LLVM assigns registers.
//
// Why: 48 lanes divide sizes that 32 and 64 do not, and 8 x 48 sums are a better tile than 8 x 32. Where such a vector
// lives across blocks, LLVM 19 takes it apart into elements, which made these kernels eight times slower.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lw::cpu {

// LLVM 19 keeps such a vector whole until it assigns registers. One that lives across blocks, like the sums of a tile,
// then falls apart into its elements. This pass runs LLVM's scalarizer earlier, with pieces as wide as a register.
// Functions without such vectors stay as they are.
struct SplitVectors : llvm::PassInfoMixin<SplitVectors> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace lw::cpu
