#include "backends/cpu/undefined_lanes.h"

#include <llvm/ADT/APInt.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <unordered_map>

namespace lw::cpu {
namespace {

unsigned lanesOf(const llvm::Value& value) {
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(value.getType());
  return vector ? vector->getNumElements() : 1;
}

class UndefinedLanes {
 public:
  // One bit for each lane.
  llvm::APInt of(const llvm::Value& value) {
    if (const auto* constant = llvm::dyn_cast<llvm::Constant>(&value)) return ofConstant(*constant);
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
    const llvm::APInt none(lanesOf(value), 0);
    if (!instruction) return none;
    // A value that depends on itself through a loop starts without undefined lanes.
    const auto [found, fresh] = known_.try_emplace(&value, none);
    if (!fresh) return found->second;
    llvm::APInt lanes = ofInstruction(*instruction);
    known_.insert_or_assign(&value, lanes);
    return lanes;
  }
  bool any(const llvm::Value& value) { return !of(value).isZero(); }

 private:
  static llvm::APInt ofConstant(const llvm::Constant& constant) {
    llvm::APInt lanes(lanesOf(constant), 0);
    for (unsigned i = 0; i < lanes.getBitWidth(); ++i) {
      const llvm::Constant* element = constant.getType()->isVectorTy() ? constant.getAggregateElement(i) : &constant;
      if (element && llvm::isa<llvm::UndefValue>(element)) lanes.setBit(i);  // poison is one as well
    }
    return lanes;
  }

  llvm::APInt ofInstruction(const llvm::Instruction& i) {
    const llvm::APInt none(lanesOf(i), 0), all = llvm::APInt::getAllOnes(lanesOf(i));
    const auto ifAny = [&](const llvm::Value& operand) { return any(operand) ? all : none; };
    if (const auto* shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&i)) return ofShuffle(*shuffle);
    if (const auto* insert = llvm::dyn_cast<llvm::InsertElementInst>(&i)) {
      llvm::APInt lanes = of(*insert->getOperand(0));
      const auto* at = llvm::dyn_cast<llvm::ConstantInt>(insert->getOperand(2));
      if (!at) return lanes | ifAny(*insert->getOperand(1));
      lanes.setBitVal(static_cast<unsigned>(at->getZExtValue()), any(*insert->getOperand(1)));
      return lanes;
    }
    if (const auto* extract = llvm::dyn_cast<llvm::ExtractElementInst>(&i)) {
      const llvm::APInt lanes = of(*extract->getVectorOperand());
      const auto* at = llvm::dyn_cast<llvm::ConstantInt>(extract->getIndexOperand());
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

  llvm::APInt ofShuffle(const llvm::ShuffleVectorInst& shuffle) {
    const llvm::APInt first = of(*shuffle.getOperand(0)), second = of(*shuffle.getOperand(1));
    llvm::APInt lanes(lanesOf(shuffle), 0);
    for (unsigned i = 0; i < lanes.getBitWidth(); ++i) {
      const int from = shuffle.getMaskValue(i);
      const auto at = static_cast<unsigned>(from);
      lanes.setBitVal(i, from < 0 || (at < first.getBitWidth() ? first[at] : second[at - first.getBitWidth()]));
    }
    return lanes;
  }

  std::unordered_map<const llvm::Value*, llvm::APInt> known_;
};

}  // namespace

bool usesUndefinedLanes(const llvm::Function& function) {
  UndefinedLanes undefined;
  for (const llvm::Instruction& i : llvm::instructions(function)) {
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&i)) {
      // What a masked access is given for lanes that it leaves out may have no value.
      const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(call);
      const bool masked = intrinsic && (intrinsic->getIntrinsicID() == llvm::Intrinsic::masked_load ||
                                        intrinsic->getIntrinsicID() == llvm::Intrinsic::masked_gather);
      for (const llvm::Use& argument : call->args())
        if (!(masked && argument.getOperandNo() == 3) && undefined.any(*argument)) return true;
    } else if (llvm::isa<llvm::StoreInst, llvm::LoadInst, llvm::BranchInst, llvm::SwitchInst, llvm::ReturnInst>(i)) {
      for (const llvm::Value* operand : i.operand_values())
        if (operand->getType()->isSized() && undefined.any(*operand)) return true;
    }
  }
  return false;
}

}  // namespace lw::cpu
