// The errors of lowering.
#pragma once

#include <vector>

#include "core/support/explanation.h"

namespace lw {
namespace err {

inline constexpr Error<Ident, Message> kGpuDoubleBuffer{"gpu.double-buffer",
                                                        "the copy of block \"{0}\" cannot be double buffered: {1}"};

inline constexpr Error<Ident, Message> kGpuPipelineNotes{"gpu.pipeline-notes",
                                                         "the software pipeline of loop {0} cannot be built: {1}"};
inline constexpr Error<Ident, int64_t, Snippet, int64_t, Message, Ident, int64_t, Snippet, int64_t, Message>
    kGpuPipelineOrder{"gpu.pipeline-order",
                      "in the software pipeline of loop {0}, statement {1} ({2}, stage {3}) {4} {5} after statement "
                      "{6} ({7}, stage {8}) {9}, but would run first"};

inline constexpr Error<Ident> kGpuLocalExchange{
    "gpu.local-exchange",
    "threads read elements of {0} that other threads write, but memory of the scope local is private to one thread"};

inline constexpr Error<Ident, Snippet, Message> kGpuCrossThreadReduction{
    "gpu.cross-thread-reduction", "the reduction of block \"{0}\" over the threads of {1} cannot be lowered: {2}"};
inline constexpr Error<Ident, Ident, Ident> kGpuAtomicUnordered{
    "gpu.atomic-unordered",
    "a kernel updates {0} atomically in block \"{1}\" and also initialises or reads it in block \"{2}\", but its "
    "thread blocks cannot wait for each other"};

inline constexpr Error<Ident> kGpuBlockExchange{
    "gpu.block-exchange",
    "thread blocks in one kernel access the same elements of {0}, and they run in no fixed order"};

inline constexpr Error<int64_t, Snippet, int64_t> kGpuThreads{
    "gpu.threads", "a thread block of {0} threads ({1}) exceeds the device's limit of {2}"};
inline constexpr Error<Ident, int64_t, int64_t> kGpuAxisLimit{"gpu.axis-limit",
                                                              "{0} has {1} iterations, but the device's limit is {2}"};
inline constexpr Error<int64_t, Snippet, int64_t> kGpuSharedMemory{
    "gpu.shared-memory", "a thread block needs {0} bytes of shared memory ({1}), but the device has {2}"};
inline constexpr Error<Message, Message> kGpuSize{"gpu.size",
                                                  "the size of {0} is not known before the kernel runs: {1}"};
inline constexpr Error<Ident, int64_t> kGpuIndexType{
    "gpu.index-type",
    "buffer {0} has {1} elements with these sizes, more than the int32 indices of the kernels can address"};
inline constexpr Error<Ident, Snippet> kGpuScope{"gpu.scope",
                                                 "buffer {0} has the scope {1}, but is used outside of one kernel"};
inline constexpr Error<Ident, Snippet> kScopeUnknown{"gpu.scope-unknown",
                                                     "buffer {0} has the scope {1}, which this target does not have"};
inline constexpr Error<Message> kGpuHost{"gpu.host",
                                         "{0} runs outside of any kernel, on the host, which only launches kernels"};
inline constexpr Error<Ident, TypeName> kGpuScalarType{
    "gpu.scalar-type", "scalar parameter {0} is {1}, which cannot be passed to kernels"};

inline constexpr Error<Ident, Ident, Snippet> kGpuFragmentElement{
    "gpu.fragment-element",
    "block \"{0}\" accesses elements of {1}, but memory of the scope {2} is distributed over the threads of a warp, "
    "and "
    "only matrix operations access it"};
inline constexpr Error<Ident, Message> kGpuWarpThreads{"gpu.warp-threads",
                                                       "block \"{0}\" is a matrix operation of 32 threads, the lanes "
                                                       "of a warp, which are numbered by threadIdx.x, but {1}"};
inline constexpr Error<Ident, Ident> kGpuWarpInThread{
    "gpu.warp-in-thread",
    "block \"{0}\" is a matrix operation of a warp, but it is inside loop {1}, which divides work among its threads"};
inline constexpr Error<Message> kGpuWarpDivergent{
    "gpu.warp-divergent",
    "a matrix operation of a warp is inside {0} that not all threads of the warp execute in the same way"};
inline constexpr Error<int64_t, int64_t> kGpuWarpGroupThreads{
    "gpu.warp-group-threads",
    "four warps of a warp group multiply together, but threadIdx.x, which numbers the 32 lanes of a warp, has {0} "
    "iterations, and threadIdx.y, which numbers the warps, has {1}"};
inline constexpr Error<Message> kGpuWarpGroupDivergent{
    "gpu.warp-group-divergent",
    "four warps of a warp group multiply together, but inside {0} that not all of them execute in the same way"};
inline constexpr Error<Ident> kGpuWarpGroupRows{"gpu.warp-group-rows",
                                                "four warps of a warp group multiply 64 rows of {0} that follow each "
                                                "other, 16 by each warp, but with these indices "
                                                "each of them has other rows"};
inline constexpr Error<Ident> kGpuWarpGroupOperand{
    "gpu.warp-group-operand",
    "four warps of a warp group multiply by the same part of {0}, but with these indices each of them has its own"};
inline constexpr Error<Message> kDivergentWarp{
    "gpu.divergent-warp", "threads of a warp exchange values inside {0} that not all of them execute in the same way"};
inline constexpr Error<Ident, Message, Message> kGpuDivergentBarrier{
    "gpu.divergent-barrier",
    "threads exchange elements of {0} inside {1}, which not all threads of a block execute in the same way, so no "
    "barrier can be placed there: {2}"};
inline constexpr Error<Ident, Ident, Message> kGpuVirtualExchange{
    "gpu.virtual-exchange",
    "the virtual threads of loop {1} exchange elements of {0}, but each thread runs its virtual threads without a "
    "barrier between them: {2}"};
inline constexpr Error<Message> kBarrierInside{
    "gpu.barrier-inside", "a barrier is inside {0}, which not all threads of a block execute in the same way"};
inline constexpr Error<Ident, Message> kThreadCopies{
    "gpu.thread-copies",
    "threads wait for each other at a barrier, and {0}, of which each thread needs its own copy, {1}"};

inline constexpr Error<Ident, Snippet, Snippet, Snippet, Ident> kGpuOtherExtent{
    "gpu.other-extent", "loop {0} has {1} iterations, but {2} has the extent {3} in loop {4} of the same kernel"};
inline constexpr Error<Ident> kGpuNotBound{
    "gpu.not-bound", "block \"{0}\" runs outside of any kernel: no loop around it is bound to blockIdx or threadIdx"};
inline constexpr Error<Snippet, Ident, Snippet, Ident> kGpuInnerExtent{
    "gpu.inner-extent",
    "the extent {0} of loop {1}, bound to {2}, depends on {3}, which has no value yet where the kernel starts"};

inline constexpr Error<Ident, Message> kPackOnceBlock{
    "pack-once.block", "block {0} cannot run once before the calls, as its annotation says: {1}"};

}  // namespace err

std::vector<const ErrorKind*> passErrors();  // all of them

}  // namespace lw
