#include "backends/cpu/nibble_tables.h"

#include <llvm/ADT/Sequence.h>
#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/Local.h>

#include <map>

namespace lw::cpu {
namespace {

using llvm::Value;

constexpr unsigned kLanes = 16;  // of the instruction, and numbers of four bits
constexpr size_t kFewest = 2;    // operations that a table replaces, besides the mask
constexpr size_t kMostOperations = 8;

// What is done to a number of four bits, in order, down to the float `result`.
struct Chain {
  Value* number = nullptr;
  llvm::SmallVector<llvm::Instruction*, 8> operations = {};
  llvm::Instruction* result() const { return operations.back(); }
};

bool hasFourBits(const Value* value, const llvm::DataLayout& layout) {
  return llvm::computeKnownBits(value, layout).countMaxActiveBits() <= 4;
}

// The operand of an operation whose other operand, if any, is the same constant in all lanes; null: it is another one.
Value* operandOf(const llvm::Instruction& i) {
  if (i.getOpcode() == llvm::Instruction::FNeg || llvm::isa<llvm::SExtInst, llvm::ZExtInst>(i)) return i.getOperand(0);
  if (!i.isBinaryOp()) return nullptr;
  for (const unsigned side : {0U, 1U})
    if (const auto* constant = llvm::dyn_cast<llvm::Constant>(i.getOperand(1 - side));
        constant && constant->getSplatValue() && !llvm::isa<llvm::Constant>(i.getOperand(side)))
      return i.getOperand(side);
  return nullptr;
}

std::optional<Chain> chainOf(llvm::CastInst& cast, const llvm::DataLayout& layout) {
  const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(cast.getType());
  const auto* from = llvm::dyn_cast<llvm::FixedVectorType>(cast.getOperand(0)->getType());
  if (!llvm::isa<llvm::SIToFPInst, llvm::UIToFPInst>(cast) || !type || !type->getElementType()->isFloatTy() || !from ||
      from->getScalarSizeInBits() < 8 || from->getScalarSizeInBits() > 32 || type->getNumElements() % kLanes != 0)
    return std::nullopt;
  Chain chain{cast.getOperand(0), {&cast}};
  const auto before = [](Value* number) {
    auto* operation = llvm::dyn_cast<llvm::Instruction>(number);
    return operation ? operandOf(*operation) : nullptr;
  };
  bool found = hasFourBits(chain.number, layout);
  // Back to the number, and on through operations that keep it below 16.
  while (chain.operations.size() < kMostOperations) {
    Value* earlier = before(chain.number);
    const bool isTruth = earlier && earlier->getType()->getScalarSizeInBits() == 1;  // which a mask selects by
    if (!earlier || isTruth || (found && !hasFourBits(earlier, layout))) break;
    chain.operations.insert(chain.operations.begin(), llvm::cast<llvm::Instruction>(chain.number));
    chain.number = earlier;
    found = hasFourBits(earlier, layout);
  }
  if (!found) return std::nullopt;
  while (chain.result()->hasOneUse() && chain.operations.size() < kMostOperations) {
    auto* next = llvm::dyn_cast<llvm::Instruction>(chain.result()->user_back());
    if (!next || operandOf(*next) != chain.result()) break;
    chain.operations.push_back(next);
  }
  return chain.operations.size() >= kFewest ? std::optional(std::move(chain)) : std::nullopt;
}

// The results for 0 to 15; empty: one of them is not known.
llvm::SmallVector<llvm::Constant*, kLanes> tableOf(const Chain& chain, const llvm::DataLayout& layout) {
  llvm::SmallVector<llvm::Constant*, kLanes> table;
  for (unsigned n = 0; n < kLanes; ++n) {
    llvm::Constant* value = llvm::ConstantInt::get(chain.number->getType()->getScalarType(), n);
    const Value* operand = chain.number;
    for (const llvm::Instruction* i : chain.operations) {
      if (i->isUnaryOp()) {
        value = llvm::ConstantFoldUnaryOpOperand(i->getOpcode(), value, layout);
      } else if (i->isCast()) {
        value = llvm::ConstantFoldCastOperand(i->getOpcode(), value, i->getType()->getScalarType(), layout);
      } else {
        const bool first = i->getOperand(0) == operand;
        auto* other = llvm::cast<llvm::Constant>(i->getOperand(first ? 1 : 0))->getSplatValue();
        value =
            llvm::ConstantFoldBinaryOpOperands(i->getOpcode(), first ? value : other, first ? other : value, layout);
      }
      if (!value || !llvm::isa<llvm::ConstantInt, llvm::ConstantFP>(value)) return {};
      operand = i;
    }
    table.push_back(value);
  }
  return table;
}

// The replacement in one function.
class Replacement {
 public:
  bool replace(const Chain& chain, const llvm::DataLayout& layout) {
    const auto table = tableOf(chain, layout);
    if (table.empty()) return false;
    llvm::IRBuilder<> b(chain.result());
    Value* results = llvm::ConstantVector::get(table);
    const unsigned lanes = llvm::cast<llvm::FixedVectorType>(chain.number->getType())->getNumElements();
    llvm::SmallVector<Value*, 4> parts;
    for (unsigned first = 0; first < lanes; first += kLanes)
      parts.push_back(b.CreateIntrinsic(llvm::Intrinsic::x86_avx512_permvar_sf_512, {},
                                        {results, indexOf(chain.number, first, lanes, b)}));
    chain.result()->replaceAllUsesWith(llvm::concatenateVectors(b, parts));
    llvm::RecursivelyDeleteTriviallyDeadInstructions(chain.result());
    return true;
  }

 private:
  // Sixteen of the numbers, as int32, in whose low four bits they are: without a mask, which the instruction does not
  // need. Numbers in one byte share what widens it.
  Value* indexOf(Value* number, unsigned first, unsigned lanes, llvm::IRBuilder<>& b) {
    using namespace llvm::PatternMatch;
    Value* other = nullptr;
    const llvm::APInt *mask = nullptr, *shift = nullptr;
    if (match(number, m_And(m_Value(other), m_APInt(mask))) && *mask == kLanes - 1) number = other;
    const bool narrow = number->getType()->getScalarSizeInBits() < 32;
    if (!narrow || !match(number, m_LShr(m_Value(other), m_APInt(shift)))) return wide(number, first, lanes, b);
    Value* from = wide(other, first, lanes, b);
    return b.CreateLShr(from, llvm::ConstantInt::get(from->getType(), shift->getZExtValue()));
  }

  Value* wide(Value* value, unsigned first, unsigned lanes, llvm::IRBuilder<>& b) {
    llvm::WeakVH& known = wide_[{value, first}];
    if (known) return known;
    auto* defined = llvm::dyn_cast<llvm::Instruction>(value);
    llvm::IRBuilder<>::InsertPointGuard guard(b);
    if (defined)
      if (const auto after = defined->getInsertionPointAfterDef()) b.SetInsertPoint(defined->getParent(), *after);
    const auto part = llvm::to_vector(llvm::seq(static_cast<int>(first), static_cast<int>(first + kLanes)));
    Value* lane = lanes == kLanes ? value : b.CreateShuffleVector(value, part);
    lane = b.CreateZExt(lane, llvm::FixedVectorType::get(b.getInt32Ty(), kLanes));
    if (defined) known = lane;
    return lane;
  }

  std::map<std::pair<Value*, unsigned>, llvm::WeakVH> wide_;
};

}  // namespace

llvm::PreservedAnalyses NibbleTables::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
  if (!has_) return llvm::PreservedAnalyses::all();
  const llvm::DataLayout& layout = function.getParent()->getDataLayout();
  llvm::SmallVector<llvm::WeakVH, 16> casts;
  for (llvm::Instruction& i : llvm::instructions(function))
    if (llvm::isa<llvm::SIToFPInst, llvm::UIToFPInst>(i)) casts.push_back(&i);
  bool changed = false;
  Replacement replacement;
  for (llvm::WeakVH& cast : casts)
    if (auto* i = llvm::cast_or_null<llvm::CastInst>(static_cast<Value*>(cast)))
      if (const auto chain = chainOf(*i, layout)) changed |= replacement.replace(*chain, layout);
  if (!changed) return llvm::PreservedAnalyses::all();
  llvm::PreservedAnalyses kept;
  kept.preserveSet<llvm::CFGAnalyses>();
  return kept;
}

}  // namespace lw::cpu
