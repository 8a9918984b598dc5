// Why kernels of a model stay apart, and other errors of passes on graphs.
#pragma once

#include <vector>

#include "core/support/explanation.h"

namespace lw {
namespace err {

// Of one kernel made from two
inline constexpr Error<Ident> kJoinNoBlocks{"fuse.no-blocks",
                                            "kernel {0} has no root block: it is not in the form that steps change"};
inline constexpr Error<Ident> kJoinScalars{"fuse.scalars", "kernel {0} has parameters that are not buffers"};
inline constexpr Error<Ident, Ident> kJoinStrided{"fuse.strided", "buffer {1} of kernel {0} has strides or an offset"};
inline constexpr Error<Snippet, Snippet> kJoinShapes{"fuse.shapes", "{0} and {1} are not known to have one shape"};

// Of two calls
inline constexpr Error<Ident, Ident> kFuseReadElsewhere{"fuse.read-elsewhere",
                                                        "{0} is also read by {1}, so it must be in memory anyway"};
inline constexpr Error<Ident> kFuseIsResult{"fuse.is-result",
                                            "{0} is a result of its dataflow block, so it must be in memory anyway"};
inline constexpr Error<Ident> kFuseIsSide{"fuse.is-result",
                                          "{0} is the result of its side of an `if`, so it must be in memory anyway"};
inline constexpr Error<Ident> kFuseNoKernel{"fuse.no-kernel", "{0} is not computed by a call of a kernel"};
inline constexpr Error<Ident> kFuseScheduled{"fuse.scheduled", "kernel {0} has a schedule of its own"};
inline constexpr Error<Ident> kFuseSeveralResults{"fuse.several-results", "the kernel of {0} has several results"};
inline constexpr Error<Ident, Ident, Snippet, Snippet, Snippet> kFuseRecompute{
    "fuse.recompute",
    "each element of {0} would be computed about {2} times for {1}: that takes {3}, and saves {4} of memory traffic"};
inline constexpr Error<Ident, Ident, Snippet, Snippet> kFuseLittle{
    "fuse.little", "{0} and {1} both take sums: one kernel would save {2} of {3}, too little to tune them as one"};
inline constexpr Error<Ident, Ident, Ident> kFuseWaits{
    "fuse.waits", "{1} cannot follow each element of {0}: it waits for block {2}, which goes over {0} first"};
inline constexpr Error<Ident, Ident, Snippet> kFuseReuse{
    "fuse.reuse", "{1} reads each element of {0} {2} times in sums of its own, which are tiled better by themselves"};
inline constexpr Error<Ident, Ident, Ident, Message> kFuseOrder{
    "fuse.order", "{1} cannot follow each element of {0} inside loop {2}: {3}"};
inline constexpr Error<> kFuseNotNeighbours{
    "fuse.not-neighbours", "no kernel of the one reads a result of the other: only these can become one kernel"};
inline constexpr Error<Ident> kFuseNoLoop{
    "fuse.no-loop", "the kernel of {0} has no spatial loop around its reduction in which the next kernel can follow"};

// Of a kernel that could write its result into an input
inline constexpr Error<Ident, Ident> kInPlaceLive{"in-place.live", "{0} is still needed when {1} is written"};
inline constexpr Error<Ident> kInPlaceTwice{"in-place.twice", "the call passes {0} more than once"};
inline constexpr Error<Ident, Ident, Ident> kInPlaceShape{"in-place.shape",
                                                          "kernel {0} declares {1} and {2} in different ways"};
inline constexpr Error<Ident, Ident, Ident> kInPlaceAccess{
    "in-place.access", "kernel {0} does not read {1} and write {2} in one statement alone"};
inline constexpr Error<Ident, Snippet, Snippet> kInPlaceIndices{"in-place.indices",
                                                                "kernel {0} reads {1} where it writes {2}"};
inline constexpr Error<Ident, Ident> kInPlaceLoop{
    "in-place.loop", "in kernel {0}, an iteration of {1} could read what another one has written"};
inline constexpr Error<Ident> kInPlaceWeights{"in-place.weights", "kernel {0} packs weights that it is given"};

}  // namespace err

std::vector<const ErrorKind*> graphPassErrors();  // all of them

}  // namespace lw
