#include "backends/cpu/widen_halves.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <unordered_map>

namespace lw::cpu {
namespace {

// Not fma: its result would be rounded twice, which differs from rounding once.
bool roundsAlike(llvm::Intrinsic::ID id) {
  switch (id) {
    case llvm::Intrinsic::sqrt:
    case llvm::Intrinsic::floor:
    case llvm::Intrinsic::ceil:
    case llvm::Intrinsic::trunc:
    case llvm::Intrinsic::rint:
    case llvm::Intrinsic::nearbyint:
    case llvm::Intrinsic::round:
    case llvm::Intrinsic::roundeven:
    case llvm::Intrinsic::minnum:
    case llvm::Intrinsic::maxnum:
    case llvm::Intrinsic::minimum:
    case llvm::Intrinsic::maximum:
      return true;
    default:
      return false;
  }
}

// Float has more than twice the bits of half, so the four operations and the square root round alike. Changes of sign,
// selects, loads and stores move bits, for which no arithmetic of half is needed.
bool isWidened(const llvm::Instruction& i) {
  if (i.getNumOperands() == 0 || !i.getOperand(0)->getType()->getScalarType()->isHalfTy()) return false;
  if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&i)) return roundsAlike(call->getIntrinsicID());
  switch (i.getOpcode()) {
    case llvm::Instruction::FCmp:
    case llvm::Instruction::FPToSI:
    case llvm::Instruction::FPToUI:
    case llvm::Instruction::FAdd:
    case llvm::Instruction::FSub:
    case llvm::Instruction::FMul:
    case llvm::Instruction::FDiv:
      return true;
    default:
      return false;
  }
}

class Widening {
 public:
  explicit Widening(llvm::Function& function) : function_(function) {}

  void widen(llvm::Instruction& i) {
    llvm::IRBuilder<> b(&i);
    const auto wide = [&](unsigned operand) { return wideOf(*i.getOperand(operand)); };
    llvm::Value* result = nullptr;
    if (const auto* compare = llvm::dyn_cast<llvm::FCmpInst>(&i)) {
      result = b.CreateFCmp(compare->getPredicate(), wide(0), wide(1));
    } else if (const auto* cast = llvm::dyn_cast<llvm::CastInst>(&i)) {
      result = b.CreateCast(cast->getOpcode(), wide(0), i.getType());
    } else if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&i)) {
      llvm::SmallVector<llvm::Value*, 2> args;
      for (unsigned n = 0; n < call->arg_size(); ++n) args.push_back(wide(n));
      result = b.CreateIntrinsic(call->getIntrinsicID(), {args[0]->getType()}, args);
    } else {
      result = b.CreateBinOp(static_cast<llvm::Instruction::BinaryOps>(i.getOpcode()), wide(0), wide(1));
    }
    if (auto* made = llvm::dyn_cast<llvm::Instruction>(result); made && llvm::isa<llvm::FPMathOperator>(made))
      made->copyFastMathFlags(&i);
    if (result->getType() != i.getType()) result = b.CreateFPTrunc(result, i.getType());
    i.replaceAllUsesWith(result);
  }

 private:
  // Where the value is defined, and only once: LLVM's own conversion, if there is one, is replaced by it.
  llvm::Value* wideOf(llvm::Value& half) {
    llvm::Type* type = half.getType()->getWithNewType(llvm::Type::getFloatTy(half.getContext()));
    if (auto* constant = llvm::dyn_cast<llvm::Constant>(&half))
      return llvm::IRBuilder<>(&*function_.getEntryBlock().begin()).CreateFPExt(constant, type);
    const auto known = wide_.find(&half);
    if (known != wide_.end()) return known->second;
    const auto place = [&]() -> std::optional<llvm::BasicBlock::iterator> {
      if (auto* i = llvm::dyn_cast<llvm::Instruction>(&half)) return i->getInsertionPointAfterDef();
      return function_.getEntryBlock().getFirstInsertionPt();
    }();
    llvm::IRBuilder<> b((*place)->getParent(), *place);
    llvm::Value* made = b.CreateFPExt(&half, type);
    for (llvm::User* user : llvm::make_early_inc_range(half.users()))
      if (auto* other = llvm::dyn_cast<llvm::FPExtInst>(user); other && other != made && other->getType() == type) {
        other->replaceAllUsesWith(made);
        other->eraseFromParent();
      }
    wide_.emplace(&half, made);
    return made;
  }

  llvm::Function& function_;
  std::unordered_map<llvm::Value*, llvm::Value*> wide_;
};

}  // namespace

llvm::PreservedAnalyses WidenHalves::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
  if (!needed_) return llvm::PreservedAnalyses::all();
  std::vector<llvm::Instruction*> found;
  for (llvm::Instruction& i : llvm::instructions(function))
    if (isWidened(i)) found.push_back(&i);
  if (found.empty()) return llvm::PreservedAnalyses::all();
  Widening widening(function);
  for (llvm::Instruction* i : found) widening.widen(*i);
  for (llvm::Instruction* i : found) i->eraseFromParent();  // only now: they are keys of the table of wide values
  llvm::PreservedAnalyses kept;
  kept.preserveSet<llvm::CFGAnalyses>();
  return kept;
}

}  // namespace lw::cpu
