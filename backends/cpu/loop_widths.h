// Tells LLVM's loop vectorizer how wide to make loops whose costs it does not know.
//
// LLVM 19 takes a conversion of more than four halves for one that is done lane by lane, though F16C converts eight and
// AVX-512 sixteen in one instruction, and makes such loops four lanes wide: SiLU of float16, 16 x 11008, took 182 us
// so, and takes 50 us with sixteen lanes. Sums of products of bytes it makes as wide as a vector of their int32, where
// dot_products.h adds four products in each lane.
//
// A width that a loop is given overrides the estimate of its costs and also permits other orders of its sums. So only
// loops get one whose loads and stores are of adjacent elements or of one element, and that carry no floating-point
// value from one iteration to the next, unless its sum may be reassociated in any case.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lw::cpu {

// `converts`: the processor has F16C; `dotBytes`: the longest vectors whose bytes it multiplies and adds, 0: none.
struct LoopWidths : llvm::PassInfoMixin<LoopWidths> {
  LoopWidths(bool converts, unsigned dotBytes) : converts_(converts), dotBytes_(dotBytes) {}
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);

 private:
  bool converts_;
  unsigned dotBytes_;
};

}  // namespace lw::cpu
