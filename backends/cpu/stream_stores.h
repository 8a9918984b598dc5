// What stores that go past the caches (!nontemporal) need: their place at a multiple of their size, or they become
// plain ones; and on x86, whose other stores are seen in their order, a fence before another thread may be told that
// they are done: where the function returns, and where it starts threads. This thread itself sees them in any case.
//
// Runs last, at all levels of optimisation.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lw::cpu {

struct StreamStores : llvm::PassInfoMixin<StreamStores> {
  static bool isRequired() { return true; }
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace lw::cpu
