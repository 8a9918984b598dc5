#include "backends/cpu/loop_widths.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

#include <algorithm>
#include <bit>

namespace lw::cpu {
namespace {

constexpr const char* kWidth = "llvm.loop.vectorize.width";
constexpr unsigned kLeast = 8;  // LLVM's own choice is 4

bool convertsHalves(const llvm::Instruction& i) {
  return (llvm::isa<llvm::FPExtInst>(i) && i.getOperand(0)->getType()->isHalfTy()) ||
         (llvm::isa<llvm::FPTruncInst>(i) && i.getType()->isHalfTy());
}

// The same element in every iteration, or the next one.
bool isAdjacent(llvm::Instruction& access, const llvm::Loop& loop, llvm::ScalarEvolution& evolution) {
  const llvm::SCEV* place = evolution.getSCEV(llvm::getLoadStorePointerOperand(&access));
  if (evolution.isLoopInvariant(place, &loop)) return llvm::isa<llvm::LoadInst>(access);
  const auto* steps = llvm::dyn_cast<llvm::SCEVAddRecExpr>(place);
  if (!steps || steps->getLoop() != &loop || !steps->isAffine()) return false;
  const auto* step = llvm::dyn_cast<llvm::SCEVConstant>(steps->getStepRecurrence(evolution));
  const llvm::DataLayout& layout = access.getModule()->getDataLayout();
  return step && step->getAPInt() == layout.getTypeStoreSize(llvm::getLoadStoreType(&access)).getFixedValue();
}

// A floating-point value that each iteration takes from the one before stays in the order of the program, unless the
// program permits another one.
bool mayCarry(const llvm::PHINode& phi, const llvm::Loop& loop) {
  if (phi.getParent() != loop.getHeader() || !phi.getType()->isFloatingPointTy()) return true;
  const auto* next = llvm::dyn_cast<llvm::FPMathOperator>(phi.getIncomingValueForBlock(loop.getLoopLatch()));
  return next && next->hasAllowReassoc();
}

bool isExtendedByte(const llvm::Value* value) {
  return llvm::isa<llvm::SExtInst, llvm::ZExtInst>(value) &&
         llvm::cast<llvm::CastInst>(value)->getOperand(0)->getType()->isIntegerTy(8);
}

// A value of int32 that each iteration adds the product of two bytes to.
bool sumsBytes(const llvm::Loop& loop) {
  const auto isProduct = [](const llvm::Value* value) {
    const auto* mul = llvm::dyn_cast<llvm::BinaryOperator>(value);
    return mul && mul->getOpcode() == llvm::Instruction::Mul && isExtendedByte(mul->getOperand(0)) &&
           isExtendedByte(mul->getOperand(1));
  };
  for (const llvm::PHINode& phi : loop.getHeader()->phis()) {
    const auto* next = llvm::dyn_cast<llvm::BinaryOperator>(phi.getIncomingValueForBlock(loop.getLoopLatch()));
    if (next && next->getOpcode() == llvm::Instruction::Add && phi.getType()->isIntegerTy(32) &&
        ((next->getOperand(0) == &phi && isProduct(next->getOperand(1))) ||
         (next->getOperand(1) == &phi && isProduct(next->getOperand(0)))))
      return true;
  }
  return false;
}

// Of the values that count; a loop without any is left to LLVM.
struct Contents {
  unsigned widest = 0;  // bits
  bool converts = false, isSimple = true;
};

Contents contentsOf(const llvm::Loop& loop, llvm::ScalarEvolution& evolution) {
  Contents out;
  for (llvm::BasicBlock* block : loop.blocks())
    for (llvm::Instruction& i : *block) {
      const auto* phi = llvm::dyn_cast<llvm::PHINode>(&i);
      const bool accesses = llvm::isa<llvm::LoadInst, llvm::StoreInst>(i);
      if (i.getType()->isVectorTy() || (phi && !mayCarry(*phi, loop)) ||
          (accesses ? !isAdjacent(i, loop, evolution) : i.mayReadOrWriteMemory()))
        return {.isSimple = false};
      out.converts = out.converts || convertsHalves(i);
      if (i.getType()->isFloatingPointTy()) out.widest = std::max(out.widest, i.getType()->getScalarSizeInBits());
    }
  return out;
}

}  // namespace

llvm::PreservedAnalyses LoopWidths::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
  auto& evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
  const auto& machine = analyses.getResult<llvm::TargetIRAnalysis>(function);
  const auto bits = static_cast<unsigned>(
      machine.getRegisterBitWidth(llvm::TargetTransformInfo::RGK_FixedWidthVector).getFixedValue());
  for (llvm::Loop* loop : analyses.getResult<llvm::LoopAnalysis>(function).getLoopsInPreorder()) {
    if (!loop->isInnermost() || !loop->getLoopLatch() || llvm::findStringMetadataForLoop(loop, kWidth) ||
        llvm::getBooleanLoopAttribute(loop, "llvm.loop.isvectorized"))
      continue;
    const Contents contents = contentsOf(*loop, evolution);
    if (!contents.isSimple) continue;
    unsigned width = converts_ && contents.converts ? bits / contents.widest : 0;
    if (dotBytes_ > 0 && contents.widest == 0 && sumsBytes(*loop)) width = dotBytes_;
    if (const unsigned times = evolution.getSmallConstantTripCount(loop); times > 0)
      width = std::min(width, std::bit_floor(times));
    if (width >= kLeast) llvm::addStringMetadataToLoop(loop, kWidth, width);
  }
  return llvm::PreservedAnalyses::all();
}

}  // namespace lw::cpu
