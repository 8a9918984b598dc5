// Squares of elements that are read column by column are read row by row, and turned in registers.
//
// The vectors of a loop written out, each of elements far apart and the next of their neighbours, as in B[i, j] = A[j,
// i], take a load and an insertion for every element. As many rows as a vector has lanes are loaded whole instead, and
// take log2(lanes) steps of shuffles (the way of Eklundh, "A Fast Computer Method for Matrix Transposing", 1972).
//
// LLVM 19 takes such loads for its own gathers, or leaves them one by one.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lw::cpu {

struct TransposeLoads : llvm::PassInfoMixin<TransposeLoads> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace lw::cpu
