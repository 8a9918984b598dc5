#include "backends/cpu/wide_integers.h"

#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <numeric>

namespace lw::cpu {
namespace {

// bitcast(extractelement(bitcast(vector), part)) as a shuffle of `vector`; nullptr: it is something else.
llvm::Value* partOf(llvm::BitCastInst& cast) {
  const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(cast.getType());
  auto* extract = llvm::dyn_cast<llvm::ExtractElementInst>(cast.getOperand(0));
  if (!type || !extract || !extract->getType()->isIntegerTy() || extract->getType()->getIntegerBitWidth() <= 64)
    return nullptr;
  const auto* part = llvm::dyn_cast<llvm::ConstantInt>(extract->getIndexOperand());
  auto* whole = llvm::dyn_cast<llvm::BitCastInst>(extract->getVectorOperand());
  if (!part || !whole) return nullptr;
  llvm::IRBuilder<> b(&cast);
  const auto bits = static_cast<unsigned>(whole->getType()->getPrimitiveSizeInBits().getFixedValue());
  auto* lanes = llvm::FixedVectorType::get(type->getElementType(), bits / type->getScalarSizeInBits());
  llvm::SmallVector<int, 16> picked(type->getNumElements());
  std::iota(picked.begin(), picked.end(), static_cast<int>(part->getZExtValue() * picked.size()));
  return b.CreateShuffleVector(b.CreateBitCast(whole->getOperand(0), lanes), picked);
}

}  // namespace

llvm::PreservedAnalyses WideIntegers::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
  llvm::SmallVector<llvm::BitCastInst*, 16> casts;
  for (llvm::Instruction& i : llvm::instructions(function))
    if (auto* cast = llvm::dyn_cast<llvm::BitCastInst>(&i)) casts.push_back(cast);
  bool changed = false;
  for (llvm::BitCastInst* cast : casts)
    if (llvm::Value* part = partOf(*cast)) {
      auto* extract = llvm::cast<llvm::Instruction>(cast->getOperand(0));
      cast->replaceAllUsesWith(part);
      cast->eraseFromParent();
      if (extract->use_empty()) extract->eraseFromParent();
      changed = true;
    }
  if (!changed) return llvm::PreservedAnalyses::all();
  llvm::PreservedAnalyses kept;
  kept.preserveSet<llvm::CFGAnalyses>();
  return kept;
}

}  // namespace lw::cpu
