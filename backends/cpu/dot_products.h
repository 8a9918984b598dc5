// Sums of products of bytes by the processor's dot products of four bytes (AVX-512 VNNI, AVX-VNNI).
//
//   sum += ext(a[0:64]) * ext(b[0:64]), as 64 of int32      becomes      sum += dot(a[0:64], b[0:64]), as 16 of int32
//
// where only the total of the lanes is used, as behind a reduction that LLVM has vectorized. The instruction multiplies
// unsigned by signed bytes. Of two signed bytes, one has 128 added, and 128 times the other is subtracted at the end;
// of two unsigned ones, one has 128 subtracted. Integers wrap around, so every order of the sum gives the same. What is
// subtracted is computed in front of the loop where it is the same in each iteration (sum_before.h).
#pragma once

#include <llvm/IR/PassManager.h>

namespace lw::cpu {

// `most`: bytes of the longest vectors that the processor has the instruction for; 0: none.
struct DotProducts : llvm::PassInfoMixin<DotProducts> {
  explicit DotProducts(unsigned most) : most_(most) {}
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);

 private:
  unsigned most_;
};

}  // namespace lw::cpu
