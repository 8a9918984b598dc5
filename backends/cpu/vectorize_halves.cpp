#include "backends/cpu/vectorize_halves.h"

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

// Bits of the widest value; 0: the loop is left to LLVM.
unsigned widestIn(const llvm::Loop& loop, llvm::ScalarEvolution& evolution) {
  unsigned widest = 0;
  bool converts = false;
  for (llvm::BasicBlock* block : loop.blocks())
    for (llvm::Instruction& i : *block) {
      if (i.getType()->isVectorTy()) return 0;
      if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(&i); phi && !mayCarry(*phi, loop)) return 0;
      const bool accesses = llvm::isa<llvm::LoadInst, llvm::StoreInst>(i);
      if (accesses ? !isAdjacent(i, loop, evolution) : i.mayReadOrWriteMemory()) return 0;
      converts = converts || convertsHalves(i);
      if (i.getType()->isFloatingPointTy()) widest = std::max(widest, i.getType()->getScalarSizeInBits());
    }
  return converts ? widest : 0;
}

}  // namespace

llvm::PreservedAnalyses VectorizeHalves::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
  if (!converts_) return llvm::PreservedAnalyses::all();
  auto& evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
  const auto& machine = analyses.getResult<llvm::TargetIRAnalysis>(function);
  const auto bits = static_cast<unsigned>(
      machine.getRegisterBitWidth(llvm::TargetTransformInfo::RGK_FixedWidthVector).getFixedValue());
  for (llvm::Loop* loop : analyses.getResult<llvm::LoopAnalysis>(function).getLoopsInPreorder()) {
    if (!loop->isInnermost() || !loop->getLoopLatch() || llvm::findStringMetadataForLoop(loop, kWidth) ||
        llvm::getBooleanLoopAttribute(loop, "llvm.loop.isvectorized"))
      continue;
    const unsigned widest = widestIn(*loop, evolution), times = evolution.getSmallConstantTripCount(loop);
    unsigned width = widest ? bits / widest : 0;
    if (times > 0) width = std::min(width, std::bit_floor(times));
    if (width >= kLeast) llvm::addStringMetadataToLoop(loop, kWidth, width);
  }
  return llvm::PreservedAnalyses::all();
}

}  // namespace lw::cpu
