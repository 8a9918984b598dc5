// Every primitive, in the order in which menus and the manual show them.
#pragma once

#include <span>

#include "core/schedule/primitive.h"

namespace lw {

std::span<const Primitive* const> allPrimitives();
const Primitive* findPrimitive(std::string_view name);        // "split"; also s_tir names: "get_sblock"
const Primitive* findInstructionKind(std::string_view kind);  // "Split"; also "GetSBlock"

// queries
extern const Primitive kGetBlock, kGetLoops, kGetChildBlocks, kGetProducers, kGetConsumers, kGetOutputBlocks,
    kEnterPostproc;
// sampling
extern const Primitive kSamplePerfectTile, kSamplePartitionedTile, kSampleCategorical, kSampleComputeLocation;
// loops
extern const Primitive kSplit, kFuse, kReorder, kMerge, kLoopPartition, kAddUnitLoop, kUnroll, kVectorize, kParallel,
    kAnnotate, kUnannotate;
// threads
extern const Primitive kBind;

// compute location, memory, reduction
extern const Primitive kComputeAt, kReverseComputeAt, kComputeInline, kReverseComputeInline, kFuseReductionEpilogue;
extern const Primitive kCacheRead, kCacheWrite, kReadAt, kWriteAt, kSetScope;
extern const Primitive kDecomposeReduction, kRfactor;
// tensor units
extern const Primitive kBlockize, kTensorize;
// notes and layouts
extern const Primitive kStorageAlign, kUnsafeSetDtype, kAnnotateBufferAccess, kUnsafeHideBufferAccess,
    kReorderBlockIterVar;
extern const Primitive kTransformLayout, kSetAxisSeparator, kTransformBlockLayout;
extern const Primitive kReindex, kReindexCacheRead, kReindexCacheWrite, kCacheInplace, kCacheIndex;
extern const Primitive kPadEinsum, kDecomposePadding, kRollingBuffer;

// made of others, or of other systems
extern const Primitive kTile, kFission, kPeel, kShift, kUnrollAndJam, kPragma, kComputeRoot, kCreateGroup,
    kComputeGroupAt, kStageMem, kPack, kAddGuard, kSetStorePredicate, kSlidingWindow, kLiftAlloc, kPrefetch, kSimplify,
    kInlineAll, kAtomicUpdate;

}  // namespace lw
