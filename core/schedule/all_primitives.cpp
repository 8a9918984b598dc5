#include "core/schedule/all_primitives.h"

#include <array>
#include <string>

namespace lw {

std::span<const Primitive* const> allPrimitives() {
  static constexpr std::array kAll{
      &kGetBlock,
      &kGetLoops,
      &kGetChildBlocks,
      &kGetProducers,
      &kGetConsumers,
      &kGetOutputBlocks,
      &kEnterPostproc,
      &kSamplePerfectTile,
      &kSamplePartitionedTile,
      &kSampleCategorical,
      &kSampleComputeLocation,
      &kSplit,
      &kFuse,
      &kReorder,
      &kMerge,
      &kLoopPartition,
      &kAddUnitLoop,
      &kUnroll,
      &kVectorize,
      &kParallel,
      &kAnnotate,
      &kUnannotate,
      &kBind,
      &kComputeAt,
      &kReverseComputeAt,
      &kComputeInline,
      &kReverseComputeInline,
      &kFuseReductionEpilogue,
      &kCacheRead,
      &kCacheWrite,
      &kReadAt,
      &kWriteAt,
      &kSetScope,
      &kDecomposeReduction,
      &kRfactor,
      &kAtomicUpdate,
      &kBlockize,
      &kTensorize,
      &kTile,
      &kFission,
      &kPeel,
      &kShift,
      &kUnrollAndJam,
      &kPragma,
      &kComputeRoot,
      &kCreateGroup,
      &kComputeGroupAt,
      &kStageMem,
      &kPack,
      &kAddGuard,
      &kSetStorePredicate,
      &kSlidingWindow,
      &kLiftAlloc,
      &kPrefetch,
      &kSimplify,
      &kInlineAll,
      &kStorageAlign,
      &kUnsafeSetDtype,
      &kAnnotateBufferAccess,
      &kUnsafeHideBufferAccess,
      &kReorderBlockIterVar,
      &kTransformLayout,
      &kSetAxisSeparator,
      &kTransformBlockLayout,
      &kReindex,
      &kReindexCacheRead,
      &kReindexCacheWrite,
      &kCacheInplace,
      &kCacheIndex,
      &kPadEinsum,
      &kDecomposePadding,
      &kRollingBuffer,
  };
  return kAll;
}

namespace {

// TVM's current dialect says sblock where the classic one says block.
std::string withoutS(std::string_view text, std::string_view spelled, std::string_view classic) {
  std::string out(text);
  if (const size_t at = out.find(spelled); at != std::string::npos) out.replace(at, spelled.size(), classic);
  return out;
}

}  // namespace

const Primitive* findPrimitive(std::string_view name) {
  const std::string classic = withoutS(name, "sblock", "block");
  for (const Primitive* p : allPrimitives())
    if (p->name == classic) return p;
  return nullptr;
}

const Primitive* findInstructionKind(std::string_view kind) {
  const std::string classic = withoutS(kind, "SBlock", "Block");
  for (const Primitive* p : allPrimitives())
    if (p->kind == classic) return p;
  return nullptr;
}

}  // namespace lw
