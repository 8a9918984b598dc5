// Replaces arithmetic on numbers of four bits by a table of its sixteen results, from which AVX-512 takes sixteen
// floats in one instruction.
//
//   sitofp((x & 15) - 7)      becomes      vpermps(table of -7.0 to 8.0, x)
//
// The instruction reads only the low four bits of an index, so the mask goes away too. The two numbers of a byte share
// the instruction that widens it. Products with weights of four bits, which are unpacked in each use, are faster by a
// third.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lw::cpu {

// `has`: the processor has AVX-512.
struct NibbleTables : llvm::PassInfoMixin<NibbleTables> {
  explicit NibbleTables(bool has) : has_(has) {}
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);

 private:
  bool has_;
};

}  // namespace lw::cpu
