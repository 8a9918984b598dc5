// Replaces integers of more than 64 bits that are a part of a vector by shuffles.
//
// Where a vector is stored and a part of it is loaded, LLVM 19's GVN takes the part out as an integer, of 256 bits for
// example, at which the instruction selection for x86 crashes.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lw::cpu {

struct WideIntegers : llvm::PassInfoMixin<WideIntegers> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace lw::cpu
