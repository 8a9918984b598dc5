#include "backends/cpu/gathered_reads.h"

#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <optional>
#include <unordered_map>

namespace lw::cpu {
namespace {

const llvm::Value* objectOf(const llvm::Value* pointer) {
  return llvm::getUnderlyingObject(pointer, 0);  // without a limit
}

// Of a vector of pointers; null: they may point to several objects.
const llvm::Value* objectOfGather(const llvm::Value* pointers) {
  for (;;) {
    if (!pointers->getType()->isVectorTy()) return objectOf(pointers);
    if (const auto* gep = llvm::dyn_cast<llvm::GetElementPtrInst>(pointers)) {
      pointers = gep->getPointerOperand();
    } else if (const auto* shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(pointers);
               shuffle && llvm::isa<llvm::UndefValue>(shuffle->getOperand(1))) {
      pointers = shuffle->getOperand(0);
    } else if (const auto* insert = llvm::dyn_cast<llvm::InsertElementInst>(pointers);
               insert && llvm::isa<llvm::UndefValue>(insert->getOperand(0))) {
      pointers = insert->getOperand(1);
    } else {
      return nullptr;
    }
  }
}

bool mayBeSame(const llvm::Value* a, const llvm::Value* b) {
  return !a || !b || a == b || !llvm::isIdentifiedObject(a) || !llvm::isIdentifiedObject(b);
}

const llvm::Value* pointerOf(const llvm::Instruction& i) { return llvm::getLoadStorePointerOperand(&i); }

}  // namespace

GatheredReads::GatheredReads(llvm::Function& function) {
  for (llvm::BasicBlock& block : function)
    for (llvm::Instruction& i : block)
      if (const llvm::Value* pointer = pointerOf(i))
        accesses_.push_back({llvm::WeakVH(&i), llvm::WeakVH(const_cast<llvm::Value*>(objectOf(pointer))),
                             llvm::isa<llvm::StoreInst>(i)});
}

bool GatheredReads::areOvertaken(llvm::Function& function) const {
  std::unordered_map<const llvm::Value*, size_t> known;
  for (size_t n = 0; n < accesses_.size(); ++n)
    if (const llvm::Value* left = accesses_[n].instruction) known.emplace(left, n);
  // The number of the last load of the object that was removed; of the first store.
  const auto lastLoad = [&](const llvm::Value* object) {
    std::optional<size_t> last;
    for (size_t n = 0; n < accesses_.size(); ++n)
      if (!accesses_[n].instruction && !accesses_[n].store && mayBeSame(accesses_[n].object, object)) last = n;
    return last;
  };
  const auto firstStore = [&](const llvm::Value* object) {
    for (size_t n = 0; n < accesses_.size(); ++n)
      if (!accesses_[n].instruction && accesses_[n].store && mayBeSame(accesses_[n].object, object)) return n;
    return accesses_.size();
  };
  for (llvm::BasicBlock& block : function) {
    std::vector<std::pair<const llvm::Value*, size_t>> gathers;  // object, and its last load
    for (llvm::Instruction& i : block) {
      const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&i);
      if (call && call->getIntrinsicID() == llvm::Intrinsic::masked_gather) {
        const llvm::Value* object = objectOfGather(call->getArgOperand(0));
        if (const auto last = lastLoad(object)) gathers.emplace_back(object, *last);
      }
      if (gathers.empty() || !llvm::isa<llvm::StoreInst>(i)) continue;
      const llvm::Value* object = objectOf(pointerOf(i));
      const auto own = known.find(&i);
      const size_t number = own != known.end() ? own->second : firstStore(object);
      for (const auto& [read, last] : gathers)
        if (number < last && mayBeSame(read, object)) return true;
    }
  }
  return false;
}

}  // namespace lw::cpu
