// Carries out operations of half in float where the processor has no such instructions.
//
//   fcmp half a, b          becomes    fcmp float (fpext a), (fpext b)
//   floor half a                       fptrunc (floor float (fpext a))
//
// LLVM narrows what float16 programs compute in float32 wherever the result stays the same. Without AVX512-FP16 its
// code generation carries out several of the narrow operations lane by lane, with a library call for each lane, and its
// cost model keeps loops of them scalar. Results do not change: a comparison of the wide values is the same, and
// the operations listed in widen_halves.cpp, rounded to float and then to half, give what rounding once gives.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lw::cpu {

// `needed`: the processor has no arithmetic of halves.
struct WidenHalves : llvm::PassInfoMixin<WidenHalves> {
  explicit WidenHalves(bool needed) : needed_(needed) {}
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);

 private:
  bool needed_;
};

}  // namespace lw::cpu
