#include "backends/cpu/split_vectors.h"

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Scalar/Scalarizer.h>

#include <algorithm>
#include <bit>

namespace lw::cpu {
namespace {

constexpr uint64_t kLongest = 512;  // bits of a piece: LLVM halves powers of two well, should registers be shorter

struct Widths {
  uint64_t widest = 0;  // bits
  bool uneven = false;  // some number of lanes is not a power of two
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

}  // namespace

llvm::PreservedAnalyses SplitVectors::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
  const Widths widths = widthsOf(function);
  if (!widths.uneven) return llvm::PreservedAnalyses::all();
  llvm::ScalarizerPassOptions pieces;
  pieces.ScalarizeLoadStore = true;
  pieces.ScalarizeMinBits = static_cast<unsigned>(std::min(kLongest, std::bit_floor(widths.widest)));
  return llvm::ScalarizerPass(pieces).run(function, analyses);
}

}  // namespace lw::cpu
