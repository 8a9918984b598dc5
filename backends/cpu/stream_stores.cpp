#include "backends/cpu/stream_stores.h"

#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/IR/Module.h>
#include <llvm/TargetParser/Triple.h>
#include <llvm/Transforms/Utils/Local.h>

namespace lw::cpu {
namespace {

constexpr uint64_t kLine =
    64;  // bytes of a cache line and of the widest vector; longer values are stored in several pieces

// LLVM splits an unaligned non-temporal store, down to single elements.
bool isInPlace(llvm::StoreInst& store, const llvm::DataLayout& layout) {
  const uint64_t bytes = layout.getTypeStoreSize(store.getValueOperand()->getType()).getFixedValue();
  if (bytes < 16 || (bytes & (bytes - 1)) != 0) return false;
  store.setAlignment(std::max(store.getAlign(), llvm::getKnownAlignment(store.getPointerOperand(), layout, &store)));
  return store.getAlign().value() >= std::min(bytes, kLine);
}

bool leavesThread(const llvm::Instruction& i) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&i);
  const llvm::Function* called = call ? call->getCalledFunction() : nullptr;
  return llvm::isa<llvm::ReturnInst>(i) || (called && called->getName() == "lw_parallel_for");
}

}  // namespace

llvm::PreservedAnalyses StreamStores::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
  const llvm::DataLayout& layout = function.getParent()->getDataLayout();
  bool streams = false, changed = false;
  llvm::SmallVector<llvm::Instruction*, 4> ends;
  for (llvm::BasicBlock& block : function)
    for (llvm::Instruction& i : block) {
      if (leavesThread(i)) ends.push_back(&i);
      auto* store = llvm::dyn_cast<llvm::StoreInst>(&i);
      if (!store || !store->hasMetadata(llvm::LLVMContext::MD_nontemporal)) continue;
      changed = true;
      if (isInPlace(*store, layout))
        streams = true;
      else
        store->setMetadata(llvm::LLVMContext::MD_nontemporal, nullptr);
    }
  if (streams && llvm::Triple(function.getParent()->getTargetTriple()).isX86())
    for (llvm::Instruction* end : ends) llvm::IRBuilder<>(end).CreateIntrinsic(llvm::Intrinsic::x86_sse_sfence, {}, {});
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace lw::cpu
