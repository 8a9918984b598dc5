// Tells LLVM's loop vectorizer how wide to make loops that convert between half and float.
//
// LLVM 19 takes a conversion of more than four halves for one that is done lane by lane, though F16C converts eight and
// AVX-512 sixteen in one instruction, and makes such loops four lanes wide. SiLU of float16, 16 x 11008, takes 182 us
// so, and 39 us with sixteen lanes.
//
// A width that a loop is given overrides the estimate of its costs and also permits other orders of its sums. So only
// loops get one whose loads and stores are of adjacent elements or of one element, and that carry no floating-point
// value from one iteration to the next, unless its sum may be reassociated in any case.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lw::cpu {

// `converts`: the processor has F16C.
struct VectorizeHalves : llvm::PassInfoMixin<VectorizeHalves> {
  explicit VectorizeHalves(bool converts) : converts_(converts) {}
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);

 private:
  bool converts_;
};

}  // namespace lw::cpu
