#include "backends/cpu/share_sums.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsX86.h>

#include <algorithm>

#include "backends/cpu/sum_before.h"

namespace lw::cpu {
namespace {

// An instruction that adds something computed from its other operands to its first operand.
bool isDotProduct(const llvm::Value* value) {
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(value);
  if (!call) return false;
  switch (call->getIntrinsicID()) {
    case llvm::Intrinsic::x86_avx512_vpdpbusd_128:
    case llvm::Intrinsic::x86_avx512_vpdpbusd_256:
    case llvm::Intrinsic::x86_avx512_vpdpbusd_512:
    case llvm::Intrinsic::x86_avx512_vpdpwssd_128:
    case llvm::Intrinsic::x86_avx512_vpdpwssd_256:
    case llvm::Intrinsic::x86_avx512_vpdpwssd_512:
      return true;
    default:
      return false;
  }
}

// sum = phi(start, dot(sum, ...) - common)
struct Sum {
  llvm::PHINode* sum;
  llvm::Instruction *dot, *next;
};

// A single-block loop, the block behind it, and its sums grouped by their common part.
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
  if (!branch || !branch->isConditional() || (branch->getSuccessor(0) == &block) == (branch->getSuccessor(1) == &block))
    return loop;
  loop.exit = branch->getSuccessor(branch->getSuccessor(0) == &block ? 1 : 0);
  if (loop.exit->getSinglePredecessor() != &block) return loop;
  for (llvm::PHINode& phi : block.phis()) {
    auto* next = phi.getNumIncomingValues() == 2
                     ? llvm::dyn_cast<llvm::BinaryOperator>(phi.getIncomingValueForBlock(&block))
                     : nullptr;
    if (!next || next->getOpcode() != llvm::Instruction::Sub || !phi.hasOneUse()) continue;
    auto* dot = llvm::dyn_cast<llvm::Instruction>(next->getOperand(0));
    auto* common = llvm::dyn_cast<llvm::Instruction>(next->getOperand(1));
    if (!dot || !common || common->getParent() != &block || !isDotProduct(dot) || !dot->hasOneUse() ||
        dot->getOperand(0) != &phi)
      continue;
    const Sum sum{&phi, dot, next};
    if (staysInside(loop, sum)) loop.sums[common].push_back(sum);
  }
  return loop;
}

// The sum of `common` over the steps.
SumOfLoop sumUp(const Loop& loop, llvm::Instruction* common) {
  llvm::PHINode* sum = llvm::PHINode::Create(common->getType(), 2, "common", loop.block->begin());
  auto* next = llvm::BinaryOperator::CreateAdd(sum, common);
  next->insertBefore(loop.block->getTerminator());
  for (llvm::BasicBlock* before : llvm::predecessors(loop.block))
    sum->addIncoming(
        before == loop.block ? static_cast<llvm::Value*>(next) : llvm::Constant::getNullValue(common->getType()),
        before);
  llvm::PHINode* out = llvm::PHINode::Create(common->getType(), 1, "common.out", loop.exit->begin());
  out->addIncoming(next, loop.block);
  return {sum, next, out};
}

// The instruction itself does the addition.
void joinAdd(const SumOfLoop& s, llvm::Instruction* common) {
  if (!isDotProduct(common) || common->getOperand(0) != llvm::Constant::getNullValue(common->getType())) return;
  llvm::Instruction* next = common->clone();
  next->setOperand(0, s.sum);
  next->insertAfter(common);
  s.next->replaceAllUsesWith(next);
  s.next->eraseFromParent();
}

// Subtracts `common` behind the loop, not in each step.
void takeOffBehind(const Loop& loop, const Sum& s, llvm::Value* all) {
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

bool share(const Loop& loop, LoopFacts& facts) {
  llvm::SmallVector<SumOfLoop, 4> common;
  llvm::SmallVector<llvm::Instruction*, 4> each;
  for (const auto& [value, sums] : loop.sums) {
    if (sums.size() < 2) continue;
    each.push_back(llvm::cast<llvm::Instruction>(value));
    common.push_back(sumUp(loop, each.back()));
    for (const Sum& s : sums) takeOffBehind(loop, s, common.back().out);
    if (!common.back().out->use_empty()) continue;
    drop(common.pop_back_val());  // the results of this loop are unused: a tile of padding
    if (llvm::Instruction* unused = each.pop_back_val(); unused->use_empty()) unused->eraseFromParent();
  }
  if (!common.empty() && !sumUpBefore(common, facts))
    for (size_t i = 0; i < common.size(); ++i) joinAdd(common[i], each[i]);
  for (llvm::Instruction* value : each)
    if (value->use_empty()) value->eraseFromParent();
  return true;
}

}  // namespace

llvm::PreservedAnalyses ShareSums::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
  llvm::SmallVector<Loop, 4> loops;
  for (llvm::BasicBlock& block : function)
    if (Loop loop = sumsOf(block); !loop.sums.empty()) loops.push_back(std::move(loop));
  if (loops.empty()) return llvm::PreservedAnalyses::all();
  LoopFacts facts{analyses.getResult<llvm::LoopAnalysis>(function),
                  analyses.getResult<llvm::DominatorTreeAnalysis>(function),
                  analyses.getResult<llvm::AAManager>(function)};
  bool changed = false;
  for (const Loop& loop : loops) changed |= share(loop, facts);
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace lw::cpu
