// Completes non-temporal stores (!nontemporal), which bypass the caches. They must be aligned to their size; others
// become plain stores. On x86, whose plain stores are seen in program order, they need a fence before another thread
// may learn that they are done: where the function returns and where it starts threads. The storing thread itself sees
// them in any case.
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
