// Looks values up in a table of sixteen elements in one instruction of AVX-512.
//
// The lanes of a load such as table[(x >> 4) & 15] are elements that only the run tells. Where all of them are among
// the first sixteen of a buffer, the emitter loads these as one vector and extracts the lanes from it. With AVX-512
// they become vpermps or vpermd; without, each is a load of one element again. Weights that are decoded by a table
// (NF4) are eight times as fast.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lw::cpu {

constexpr unsigned kTableElements = 16;  // of the instruction: 32 bits each

// `has`: the processor has AVX-512.
struct TableLoads : llvm::PassInfoMixin<TableLoads> {
  explicit TableLoads(bool has) : has_(has) {}
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);

 private:
  bool has_;
};

}  // namespace lw::cpu
