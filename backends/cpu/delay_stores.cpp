#include "backends/cpu/delay_stores.h"

#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

namespace lw::cpu {
namespace {

constexpr int kMost = 16;  // loads to move past: waiting values occupy registers

// The last load that the store may follow; null: none. The search ends at an instruction that may access the store's
// memory.
llvm::Instruction* lastLoadToPass(llvm::StoreInst& store, llvm::AAResults& alias) {
  const llvm::MemoryLocation place = llvm::MemoryLocation::get(&store);
  llvm::Instruction* last = nullptr;
  int loads = 0;
  for (llvm::Instruction* next = store.getNextNode(); next && !next->isTerminator(); next = next->getNextNode()) {
    if (!next->mayReadOrWriteMemory()) continue;
    if (llvm::isModOrRefSet(alias.getModRefInfo(next, place)) || next->mayThrow() || next->isVolatile()) break;
    if (!llvm::isa<llvm::LoadInst>(next)) continue;
    if (++loads > kMost) break;
    last = next;
  }
  return last;
}

}  // namespace

llvm::PreservedAnalyses DelayStores::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
  llvm::AAResults& alias = analyses.getResult<llvm::AAManager>(function);
  bool changed = false;
  for (llvm::BasicBlock& block : function) {
    llvm::SmallVector<llvm::StoreInst*, 16> stores;
    for (llvm::Instruction& instruction : block)
      if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction); store && store->isSimple())
        stores.push_back(store);
    for (auto it = stores.rbegin(); it != stores.rend(); ++it)
      if (llvm::Instruction* last = lastLoadToPass(**it, alias)) {
        (*it)->moveAfter(last);
        changed = true;
      }
  }
  if (!changed) return llvm::PreservedAnalyses::all();
  llvm::PreservedAnalyses kept;
  kept.preserveSet<llvm::CFGAnalyses>();
  return kept;
}

}  // namespace lw::cpu
