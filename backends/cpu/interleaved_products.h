// Sums of products of bytes in each lane by the processor's dot products of four bytes (AVX-512 VNNI).
//
//   sum[j] += a0 * b0[j] + a1 * b1[j] + a2 * b2[j] + a3 * b3[j]
//
// as of a tile of a matrix product, of scalars a and vectors b, takes four bytes of each lane together: the vectors b
// are interleaved once for all sums that use them. The instruction multiplies unsigned by signed bytes; what has to be
// subtracted if both are signed is the same for all sums of these b, and share_sums.h takes it out of the loop.
// Integers wrap around, so every order of the sum gives the same.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lw::cpu {

// `has`: the processor has AVX-512 VNNI.
struct InterleavedProducts : llvm::PassInfoMixin<InterleavedProducts> {
  explicit InterleavedProducts(bool has) : has_(has) {}
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);

 private:
  bool has_;
};

}  // namespace lw::cpu
