#include "backends/cpu/checked_slp.h"

#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Vectorize/SLPVectorizer.h>

#include "backends/cpu/gathered_reads.h"
#include "backends/cpu/undefined_lanes.h"

namespace lw::cpu {
namespace {

// Gives the function the body of its copy, which is removed.
void restore(llvm::Function& function, llvm::Function& copy) {
  const auto linkage = function.getLinkage();
  function.deleteBody();  // also makes it external
  function.setLinkage(linkage);
  function.splice(function.begin(), &copy);
  for (size_t i = 0; i < function.arg_size(); ++i)
    copy.getArg(static_cast<unsigned>(i))->replaceAllUsesWith(function.getArg(static_cast<unsigned>(i)));
  function.copyMetadata(&copy, 0);
}

}  // namespace

llvm::PreservedAnalyses CheckedSlp::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
  llvm::ValueToValueMapTy same;
  llvm::Function* copy = llvm::CloneFunction(&function, same);
  const GatheredReads reads(function);
  llvm::PreservedAnalyses preserved = llvm::SLPVectorizerPass().run(function, analyses);
  if (!preserved.areAllPreserved() &&
      ((usesUndefinedLanes(function) && !usesUndefinedLanes(*copy)) || reads.areOvertaken(function))) {
    restore(function, *copy);
    preserved = llvm::PreservedAnalyses::none();
  }
  copy->eraseFromParent();
  return preserved;
}

}  // namespace lw::cpu
