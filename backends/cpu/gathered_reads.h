// Finds stores that LLVM's SLP vectorizer has moved behind a gather of what they store.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/ValueHandle.h>

#include <vector>

namespace lw::cpu {

// The loads and stores of a function, in their order before the pass.
class GatheredReads {
 public:
  explicit GatheredReads(llvm::Function& function);
  // Does a store that was before a load follow a gather that may have replaced the load? Stores and gathers of one
  // block are compared; a gather that was there before counts as well.
  bool areOvertaken(llvm::Function& function) const;

 private:
  struct Access {
    llvm::WeakVH instruction;  // null: the pass has removed it
    llvm::WeakVH object;       // null: unknown
    bool store;
  };
  std::vector<Access> accesses_;
};

}  // namespace lw::cpu
