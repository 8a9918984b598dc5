#include "backends/cpu/undefined_lanes.h"

#include <llvm/ADT/APInt.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <unordered_map>

namespace lw::cpu {
namespace {

unsigned lanesOf(const llvm::Value& value) {
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(value.getType());
  return vector ? vector->getNumElements() : 1;
}

// Is told the instructions in an order in which values come before their uses, but for those of an earlier iteration,
// which count as defined.
class UndefinedLanes {
 public:
  // One bit for each lane.
  llvm::APInt of(const llvm::Value& value) const {
    if (const auto* constant = llvm::dyn_cast<llvm::Constant>(&value)) return ofConstant(*constant);
    const auto found = known_.find(&value);
    return found == known_.end() ? llvm::APInt(lanesOf(value), 0) : found->second;
  }
  bool any(const llvm::Value& value) const { return !of(value).isZero(); }
  void note(const llvm::Instruction& i) {
    if (llvm::APInt lanes = ofInstruction(i); !lanes.isZero()) known_.emplace(&i, std::move(lanes));
  }

 private:
  static llvm::APInt ofConstant(const llvm::Constant& constant) {
    llvm::APInt lanes(lanesOf(constant), 0);
    for (unsigned i = 0; i < lanes.getBitWidth(); ++i) {
      const llvm::Constant* element = constant.getType()->isVectorTy() ? constant.getAggregateElement(i) : &constant;
      if (element && llvm::isa<llvm::UndefValue>(element)) lanes.setBit(i);  // poison is one as well
    }
    return lanes;
  }

  llvm::APInt ofInstruction(const llvm::Instruction& i) const {
    const llvm::APInt none(lanesOf(i), 0), all = llvm::APInt::getAllOnes(lanesOf(i));
    const auto ifAny = [&](const llvm::Value& operand) { return any(operand) ? all : none; };
    if (const auto* shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&i)) return ofShuffle(*shuffle);
    if (const auto* insert = llvm::dyn_cast<llvm::InsertElementInst>(&i)) {
      llvm::APInt lanes = of(*insert->getOperand(0));
      const auto* at = llvm::dyn_cast<llvm::ConstantInt>(insert->getOperand(2));
      if (!at) return lanes | ifAny(*insert->getOperand(1));
      if (at->getValue().uge(lanes.getBitWidth())) return all;  // there is no such lane
      lanes.setBitVal(static_cast<unsigned>(at->getZExtValue()), any(*insert->getOperand(1)));
      return lanes;
    }
    if (const auto* extract = llvm::dyn_cast<llvm::ExtractElementInst>(&i)) {
      const llvm::APInt lanes = of(*extract->getVectorOperand());
      const auto* at = llvm::dyn_cast<llvm::ConstantInt>(extract->getIndexOperand());
      if (at && at->getValue().uge(lanes.getBitWidth())) return all;  // there is no such lane
      return (at ? lanes[static_cast<unsigned>(at->getZExtValue())] : !lanes.isZero()) ? all : none;
    }
    if (const auto* select = llvm::dyn_cast<llvm::SelectInst>(&i)) {
      // A lane of either side may be the one that is not chosen.
      const llvm::APInt sides = of(*select->getTrueValue()) & of(*select->getFalseValue());
      return sides | (lanesOf(*select->getCondition()) == sides.getBitWidth() ? of(*select->getCondition())
                                                                              : ifAny(*select->getCondition()));
    }
    if (llvm::isa<llvm::PHINode, llvm::BinaryOperator, llvm::UnaryOperator, llvm::CmpInst, llvm::CastInst>(i)) {
      llvm::APInt lanes = none;
      for (const llvm::Value* operand : i.operand_values())
        lanes |= lanesOf(*operand) == lanes.getBitWidth() ? of(*operand) : ifAny(*operand);
      return lanes;
    }
    return none;  // loads, calls, freeze: what they are given is checked by itself
  }

  llvm::APInt ofShuffle(const llvm::ShuffleVectorInst& shuffle) const {
    const llvm::APInt first = of(*shuffle.getOperand(0)), second = of(*shuffle.getOperand(1));
    llvm::APInt lanes(lanesOf(shuffle), 0);
    for (unsigned i = 0; i < lanes.getBitWidth(); ++i) {
      const int from = shuffle.getMaskValue(i);
      const auto at = static_cast<unsigned>(from);
      lanes.setBitVal(i, from < 0 || (at < first.getBitWidth() ? first[at] : second[at - first.getBitWidth()]));
    }
    return lanes;
  }

  std::unordered_map<const llvm::Value*, llvm::APInt> known_;  // those that have some
};

}  // namespace

static bool uses(const UndefinedLanes& undefined, const llvm::Instruction& i) {
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&i)) {
    // What a masked load is given for lanes that it leaves out may have no value.
    const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(call);
    const bool masked = intrinsic && (intrinsic->getIntrinsicID() == llvm::Intrinsic::masked_load ||
                                      intrinsic->getIntrinsicID() == llvm::Intrinsic::masked_gather);
    return std::any_of(call->arg_begin(), call->arg_end(), [&](const llvm::Use& argument) {
      return !(masked && argument.getOperandNo() == 3) && undefined.any(*argument);
    });
  }
  if (!llvm::isa<llvm::StoreInst, llvm::LoadInst, llvm::BranchInst, llvm::SwitchInst, llvm::ReturnInst>(i))
    return false;
  return std::any_of(i.value_op_begin(), i.value_op_end(), [&](const llvm::Value* operand) {
    return operand->getType()->isSized() && undefined.any(*operand);
  });
}

bool usesUndefinedLanes(const llvm::Function& function) {
  UndefinedLanes undefined;
  for (const llvm::BasicBlock* block : llvm::ReversePostOrderTraversal<const llvm::Function*>(&function))
    for (const llvm::Instruction& i : *block) {
      undefined.note(i);
      if (uses(undefined, i)) return true;
    }
  return false;
}

}  // namespace lw::cpu
