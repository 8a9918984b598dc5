// Moves sums over the steps of a loop out of the enclosing loop.
//
// for i: for k: s += d(b[k]), ...     becomes     for k: s += d(b[k])
//                                                 for i: for k: ...
//
// if nothing in the loop of i writes what the sums read. The loop of k is a block that branches to itself; the
// instructions that the sums need are copied. Everything that they read would be read in any case before the loop of i
// ends, so no read is added.
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

// sum = phi(start, next) of a single-block loop, and the phi behind the loop that uses `next`.
struct SumOfLoop {
  llvm::PHINode* sum;
  llvm::Instruction* next;
  llvm::PHINode* out;
};

void drop(const SumOfLoop& sum);  // removes an unused sum

// False, and nothing is changed, if some of the sums, which are all of one loop, may change in the enclosing loop.
bool sumUpBefore(llvm::ArrayRef<SumOfLoop> sums, LoopFacts& facts);

}  // namespace lw::cpu
