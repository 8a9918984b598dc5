#include "backends/cpu/share_sums.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsX86.h>

#include <algorithm>

namespace lw::cpu {
namespace {

// Its first operand plus something of the others.
bool isDotProduct(const llvm::Value* value) {
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(value);
  if (!call) return false;
  switch (call->getIntrinsicID()) {
    case llvm::Intrinsic::x86_avx512_vpdpbusd_128: case llvm::Intrinsic::x86_avx512_vpdpbusd_256: case llvm::Intrinsic::x86_avx512_vpdpbusd_512:
    case llvm::Intrinsic::x86_avx512_vpdpwssd_128: case llvm::Intrinsic::x86_avx512_vpdpwssd_256: case llvm::Intrinsic::x86_avx512_vpdpwssd_512: return true;
    default: return false;
  }
}

// sum = phi(start, dot(sum, ...) - common)
struct Sum {
  llvm::PHINode* sum;
  llvm::Instruction *dot, *next;
};

// A loop of one block, the block behind it, and its sums by what they have in common.
struct Loop {
  llvm::BasicBlock *block, *exit;
  llvm::MapVector<llvm::Value*, llvm::SmallVector<Sum, 16>> sums = {};
};

bool staysInside(const Loop& loop, const Sum& s) {
  return std::all_of(s.next->user_begin(), s.next->user_end(), [&](const llvm::User* user) {
    const auto* phi = llvm::dyn_cast<llvm::PHINode>(user);
    return user == s.sum || (phi && phi->getParent() == loop.exit);
  });
}

Loop sumsOf(llvm::BasicBlock& block) {
  Loop loop{&block, nullptr};
  const auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
  if (!branch || !branch->isConditional() || (branch->getSuccessor(0) == &block) == (branch->getSuccessor(1) == &block)) return loop;
  loop.exit = branch->getSuccessor(branch->getSuccessor(0) == &block ? 1 : 0);
  if (loop.exit->getSinglePredecessor() != &block) return loop;
  for (llvm::PHINode& phi : block.phis()) {
    auto* next = phi.getNumIncomingValues() == 2 ? llvm::dyn_cast<llvm::BinaryOperator>(phi.getIncomingValueForBlock(&block)) : nullptr;
    if (!next || next->getOpcode() != llvm::Instruction::Sub || !phi.hasOneUse()) continue;
    auto* dot = llvm::dyn_cast<llvm::Instruction>(next->getOperand(0));
    auto* common = llvm::dyn_cast<llvm::Instruction>(next->getOperand(1));
    if (!dot || !common || common->getParent() != &block || !isDotProduct(dot) || !dot->hasOneUse() || dot->getOperand(0) != &phi) continue;
    const Sum sum{&phi, dot, next};
    if (staysInside(loop, sum)) loop.sums[common].push_back(sum);
  }
  return loop;
}

// The sum of `common` over the steps; its value behind the loop.
llvm::Value* sumUp(const Loop& loop, llvm::Instruction* common) {
  auto* zero = llvm::Constant::getNullValue(common->getType());
  llvm::PHINode* sum = llvm::PHINode::Create(common->getType(), 2, "common", loop.block->begin());
  llvm::Instruction* next = nullptr;
  if (isDotProduct(common) && common->getOperand(0) == zero) {
    next = common->clone();
    next->setOperand(0, sum);
    next->insertAfter(common);
  } else {
    next = llvm::BinaryOperator::CreateAdd(sum, common);
    next->insertBefore(loop.block->getTerminator());
  }
  for (llvm::BasicBlock* before : llvm::predecessors(loop.block)) sum->addIncoming(before == loop.block ? static_cast<llvm::Value*>(next) : zero, before);
  llvm::PHINode* out = llvm::PHINode::Create(common->getType(), 1, "common.out", loop.exit->begin());
  out->addIncoming(next, loop.block);
  return out;
}

bool share(const Loop& loop) {
  bool changed = false;
  for (const auto& [common, sums] : loop.sums) {
    if (sums.size() < 2) continue;
    llvm::Value* all = sumUp(loop, llvm::cast<llvm::Instruction>(common));
    for (const Sum& s : sums) {
      llvm::SmallVector<llvm::PHINode*, 2> outside;
      for (llvm::User* user : s.next->users())
        if (user != s.sum) outside.push_back(llvm::cast<llvm::PHINode>(user));
      for (llvm::PHINode* phi : outside) {
        llvm::IRBuilder<> b(loop.exit, loop.exit->getFirstInsertionPt());
        auto* rest = llvm::cast<llvm::Instruction>(b.CreateSub(phi, all));
        phi->replaceUsesWithIf(rest, [&](const llvm::Use& use) { return use.getUser() != rest; });
      }
      s.next->replaceAllUsesWith(s.dot);
      s.next->eraseFromParent();
    }
    if (common->use_empty()) llvm::cast<llvm::Instruction>(common)->eraseFromParent();
    changed = true;
  }
  return changed;
}

}  // namespace

llvm::PreservedAnalyses ShareSums::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
  bool changed = false;
  for (llvm::BasicBlock& block : function) changed |= share(sumsOf(block));
  if (!changed) return llvm::PreservedAnalyses::all();
  llvm::PreservedAnalyses kept;
  kept.preserveSet<llvm::CFGAnalyses>();
  return kept;
}

}  // namespace lw::cpu
