#include "backends/cpu/split_vectors.h"

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Scalar/Scalarizer.h>

#include <algorithm>
#include <bit>
#include <numeric>

namespace lw::cpu {
namespace {

constexpr uint64_t kLongest = 512;  // bits of a piece; LLVM splits powers of two well if registers are narrower

struct Widths {
  uint64_t widest = 0;  // bits
  bool uneven = false;  // some vector's number of lanes is not a power of two
};

Widths widthsOf(const llvm::Function& function) {
  Widths out;
  const llvm::DataLayout& layout = function.getParent()->getDataLayout();
  for (const llvm::Instruction& instruction : llvm::instructions(function))
    if (auto* type = llvm::dyn_cast<llvm::FixedVectorType>(instruction.getType())) {
      out.widest = std::max<uint64_t>(out.widest, layout.getTypeSizeInBits(type).getFixedValue());
      out.uneven |= !std::has_single_bit(type->getNumElements());
    }
  return out;
}

// LLVM's pass drops the non-temporal mark, so these stores are split before it.
bool splitStreams(llvm::Function& function, uint64_t pieceBits) {
  const llvm::DataLayout& layout = function.getParent()->getDataLayout();
  llvm::SmallVector<llvm::StoreInst*, 16> streams;
  for (llvm::Instruction& instruction : llvm::instructions(function))
    if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
        store && store->isSimple() && store->hasMetadata(llvm::LLVMContext::MD_nontemporal))
      streams.push_back(store);
  bool changed = false;
  for (llvm::StoreInst* store : streams) {
    const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(store->getValueOperand()->getType());
    if (!type || layout.getTypeSizeInBits(store->getValueOperand()->getType()).getFixedValue() <= pieceBits) continue;
    const unsigned lanes = type->getNumElements(), bits = type->getScalarSizeInBits();
    if (bits == 0 || bits % 8 != 0) continue;
    changed = true;
    const unsigned most = std::max(1u, static_cast<unsigned>(pieceBits) / bits);
    llvm::IRBuilder<> b(store);
    for (unsigned first = 0; first < lanes; first += most) {
      llvm::SmallVector<int, 16> mask(std::min(most, lanes - first));
      std::iota(mask.begin(), mask.end(), static_cast<int>(first));
      llvm::Value* place = b.CreateConstInBoundsGEP1_64(type->getElementType(), store->getPointerOperand(), first);
      llvm::StoreInst* piece =
          b.CreateAlignedStore(b.CreateShuffleVector(store->getValueOperand(), mask), place,
                               llvm::commonAlignment(store->getAlign(), uint64_t{first} * bits / 8));
      piece->copyMetadata(*store);
    }
    store->eraseFromParent();
  }
  return changed;
}

}  // namespace

llvm::PreservedAnalyses SplitVectors::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
  const Widths widths = widthsOf(function);
  if (!widths.uneven) return llvm::PreservedAnalyses::all();
  llvm::ScalarizerPassOptions pieces;
  pieces.ScalarizeLoadStore = true;
  pieces.ScalarizeMinBits = static_cast<unsigned>(std::min(kLongest, std::bit_floor(widths.widest)));
  llvm::PreservedAnalyses kept = llvm::PreservedAnalyses::all();
  if (splitStreams(function, *pieces.ScalarizeMinBits)) {  // even if LLVM's pass then changes nothing
    kept = llvm::PreservedAnalyses::none();
    kept.preserveSet<llvm::CFGAnalyses>();
    analyses.invalidate(function, kept);
  }
  kept.intersect(llvm::ScalarizerPass(pieces).run(function, analyses));
  return kept;
}

}  // namespace lw::cpu
