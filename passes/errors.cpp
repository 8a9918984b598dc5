#include "passes/errors.h"

namespace lw {

std::vector<const ErrorKind*> passErrors() {
  return {&err::kGpuDoubleBuffer,
          &err::kGpuPipelineNotes,
          &err::kGpuPipelineOrder,
          &err::kGpuLocalExchange,
          &err::kGpuCrossThreadReduction,
          &err::kGpuAtomicUnordered,
          &err::kGpuBlockExchange,
          &err::kGpuThreads,
          &err::kGpuAxisLimit,
          &err::kGpuSharedMemory,
          &err::kGpuSize,
          &err::kGpuIndexType,
          &err::kGpuScope,
          &err::kScopeUnknown,
          &err::kGpuHost,
          &err::kGpuScalarType,
          &err::kGpuFragmentElement,
          &err::kGpuWarpThreads,
          &err::kGpuWarpInThread,
          &err::kGpuWarpDivergent,
          &err::kGpuWarpGroupThreads,
          &err::kGpuWarpGroupDivergent,
          &err::kGpuWarpGroupRows,
          &err::kGpuWarpGroupOperand,
          &err::kDivergentWarp,
          &err::kGpuDivergentBarrier,
          &err::kGpuVirtualExchange,
          &err::kBarrierInside,
          &err::kThreadCopies,
          &err::kGpuOtherExtent,
          &err::kGpuNotBound,
          &err::kGpuInnerExtent,
          &err::kPackOnceBlock};
}

}  // namespace lw
