// Takes sums over the steps of a loop out of the loop around it.
//
// for i: for k: s += d(b[k]), ...     becomes     for k: s += d(b[k])
//                                                 for i: for k: ...
//
// where nothing that i does writes what the sums read. The loop of k is a block that branches to itself; what the sums
// need of it is copied. What they read is read before the loop of i is left anyway, so nothing is read that would not
// have been.
#pragma once

#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>

namespace lw::cpu {

struct LoopFacts {
  llvm::LoopInfo& loops;
  llvm::DominatorTree& dominators;
  llvm::AAResults& alias;
};

// sum = phi(start, next) of a loop of one block, and the phi behind the loop that takes `next`.
struct SumOfLoop {
  llvm::PHINode* sum;
  llvm::Instruction* next;
  llvm::PHINode* out;
};

void drop(const SumOfLoop& sum);  // nobody uses it

// False, and nothing is changed: some of the sums, all of one loop, may change in the loop around.
bool sumUpBefore(llvm::ArrayRef<SumOfLoop> sums, LoopFacts& facts);

}  // namespace lw::cpu
