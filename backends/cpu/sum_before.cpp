#include "backends/cpu/sum_before.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#include <algorithm>

namespace lw::cpu {
namespace {

using Parts = llvm::SmallSetVector<llvm::Instruction*, 16>;

// The instructions inside the loop from which the sums and the loop's end are computed. Empty: one of them has an
// effect.
Parts partsOf(llvm::ArrayRef<SumOfLoop> sums) {
  llvm::BasicBlock* block = sums.front().sum->getParent();
  Parts parts;
  llvm::SmallVector<llvm::Value*, 16> left{block->getTerminator()};
  for (const SumOfLoop& s : sums) left.push_back(s.sum);
  while (!left.empty()) {
    auto* part = llvm::dyn_cast<llvm::Instruction>(left.pop_back_val());
    if (!part || part->getParent() != block || !parts.insert(part)) continue;
    const auto* load = llvm::dyn_cast<llvm::LoadInst>(part);
    if (load ? !load->isSimple() : part->mayReadOrWriteMemory()) return {};
    if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(part))
      left.push_back(phi->getIncomingValueForBlock(block));
    else
      left.append(part->op_begin(), part->op_end());
  }
  return parts;
}

bool changesIn(const llvm::Loop& around, const llvm::LoadInst& load, llvm::AAResults& alias) {
  const auto place = llvm::MemoryLocation::getBeforeOrAfter(load.getPointerOperand());
  return std::any_of(around.block_begin(), around.block_end(), [&](llvm::BasicBlock* block) {
    return std::any_of(block->begin(), block->end(), [&](llvm::Instruction& i) {
      return i.mayWriteToMemory() && llvm::isModSet(alias.getModRefInfo(&i, place));
    });
  });
}

bool isSameIn(const llvm::Loop& around, const Parts& parts, llvm::AAResults& alias) {
  return std::all_of(parts.begin(), parts.end(), [&](llvm::Instruction* part) {
    const auto* load = llvm::dyn_cast<llvm::LoadInst>(part);
    if (load && changesIn(around, *load, alias)) return false;
    return std::all_of(part->op_begin(), part->op_end(), [&](llvm::Value* from) {
      auto* other = llvm::dyn_cast<llvm::Instruction>(from);
      return !other || parts.contains(other) || !around.contains(other);
    });
  });
}

// Every path through the enclosing loop reaches the block.
bool alwaysRuns(const llvm::Loop& around, llvm::BasicBlock* block, const llvm::DominatorTree& dominators) {
  llvm::SmallVector<llvm::BasicBlock*, 4> exits;
  around.getExitingBlocks(exits);
  return !exits.empty() && std::all_of(exits.begin(), exits.end(), [&](llvm::BasicBlock* exit) {
    return dominators.dominates(block, exit);
  }) && std::all_of(around.block_begin(), around.block_end(), [](llvm::BasicBlock* b) {
    return llvm::isGuaranteedToTransferExecutionToSuccessor(b);
  });
}

// Copies these instructions as a loop between `before` and `header`. The sums behind the copy replace those behind the
// old loop.
void copyBetween(llvm::ArrayRef<SumOfLoop> sums, const Parts& parts, llvm::BasicBlock* before, llvm::BasicBlock* header,
                 llvm::Loop* outside, llvm::LoopInfo& loops) {
  llvm::BasicBlock* block = sums.front().sum->getParent();
  auto* copy = llvm::BasicBlock::Create(header->getContext(), "sum", header->getParent(), header);
  auto* behind = llvm::BasicBlock::Create(header->getContext(), "summed", header->getParent(), header);
  llvm::ValueToValueMapTy map;
  map[block] = copy;
  map[sums.front().out->getParent()] = behind;
  for (llvm::BasicBlock* from : llvm::predecessors(block))
    if (from != block) map[from] = before;
  for (llvm::Instruction& part : *block) {
    if (!parts.contains(&part)) continue;
    llvm::Instruction* made = part.clone();
    made->insertInto(copy, copy->end());
    map[&part] = made;
  }
  for (llvm::Instruction& made : *copy)
    llvm::RemapInstruction(&made, map, llvm::RF_IgnoreMissingLocals | llvm::RF_NoModuleLevelChanges);
  copy->getTerminator()->setMetadata(llvm::LLVMContext::MD_loop, nullptr);
  for (const SumOfLoop& s : sums) {
    auto* out = llvm::PHINode::Create(s.sum->getType(), 1, "common.before", behind);
    out->addIncoming(map[s.next], copy);
    s.out->replaceAllUsesWith(out);
  }
  llvm::BranchInst::Create(header, behind);
  before->getTerminator()->replaceSuccessorWith(header, copy);
  header->replacePhiUsesWith(before, behind);
  if (!outside) return;
  outside->addBasicBlockToLoop(copy, loops);
  outside->addBasicBlockToLoop(behind, loops);
}

}  // namespace

void drop(const SumOfLoop& sum) {
  sum.out->eraseFromParent();
  sum.sum->replaceAllUsesWith(llvm::PoisonValue::get(sum.sum->getType()));
  sum.sum->eraseFromParent();
  sum.next->eraseFromParent();
}

bool sumUpBefore(llvm::ArrayRef<SumOfLoop> sums, LoopFacts& facts) {
  llvm::BasicBlock* block = sums.front().sum->getParent();
  const llvm::Loop* own = facts.loops.getLoopFor(block);
  llvm::Loop* around = own && own->getHeader() == block ? own->getParentLoop() : nullptr;
  const Parts parts = around ? partsOf(sums) : Parts();
  if (parts.empty() || !isSameIn(*around, parts, facts.alias) || !alwaysRuns(*around, block, facts.dominators))
    return false;
  llvm::BasicBlock *before = around->getLoopPredecessor(), *header = around->getHeader();
  if (!before || !llvm::isa<llvm::BranchInst>(before->getTerminator())) return false;
  copyBetween(sums, parts, before, header, around->getParentLoop(), facts.loops);
  for (const SumOfLoop& s : sums) drop(s);
  return true;
}

}  // namespace lw::cpu
