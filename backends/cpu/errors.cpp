#include "backends/cpu/errors.h"

#include "backends/cpu/foreign_code.h"

namespace lw {

std::vector<const ErrorKind*> cpuErrors() {
  return {&err::kCpuNoTarget,
          &err::kCpuInvalidCode,
          &err::kCpuStopped,
          &err::kCpuTooLong,
          &err::kCpuCodeGeneration,
          &err::kCpuNoCycleModel,
          &err::kCpuUnreadableAssembly,
          &err::kCpuAtomic,
          &err::kCpuUnsupportedCall,
          &err::kCpuUnknownCall,
          &err::kCpuExternName,
          &err::kCpuExternVector,
          &err::kCpuUnknownIntrinsic,
          &err::kIntrinsicTypes,
          &err::kCudaExtern,
          &err::kCudaMatrix,
          &err::kCpuFloatWanted,
          &err::kCpuStringValue,
          &err::kCpuUnboundVariable,
          &err::kCpuIndexCount,
          &err::kVectorOfVectors,
          &err::kCpuMaskLanes,
          &err::kCpuNotLowered,
          &err::kCpuBoundLoop,
          &err::kCpuThreadExtent,
          &err::kCpuFloatMath,
          &err::kCpuNoCCompiler,
          &err::kDoesNotCompile,
          &err::kCpuCFailed,
          &err::kCpuCTooLarge,
          &err::kCpuMissingInstruction,
          &err::kOtherMachine,
          &err::kCpuCodeUnreadable,
          &err::kCpuCodeInvalid,
          &err::kCpuExternType,
          &err::kConstructors,
          &err::kCpuCodeTwice,
          &err::kCpuNoLinker,
          &err::kCpuNotLinked,
          &err::kKernelArgumentCount,
          &err::kKernelArgumentRank,
          &err::kKernelArgumentShape,
          &err::kKernelSizeConflict,
          &kCodeNotAllowed};
}

}  // namespace lw
