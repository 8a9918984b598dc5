// LLVM's SLP vectorizer, undone where its result stores lanes that have no value, or reads what is not stored yet.
//
// Why: in LLVM 19.1 it forgets lanes when it gathers the operands of a wide vector from several vectors of other
// widths: they are poison, and wrong values are stored. No kernel stores poison by itself, so a lane that may be poison
// and reaches a store shows the error. And it moves a store of a value that became part of a vector behind the gather
// that replaces later loads. Without the pass, products that are unrolled in place of vectorized take up to
// 1.6 times as long.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lw::cpu {

struct CheckedSlp : llvm::PassInfoMixin<CheckedSlp> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace lw::cpu
