#include "passes/graph/errors.h"

namespace lw {

std::vector<const ErrorKind*> graphPassErrors() {
  return {&err::kJoinNoBlocks,       &err::kJoinScalars,   &err::kJoinStrided,    &err::kJoinShapes,
          &err::kFuseReadElsewhere,  &err::kFuseIsResult,  &err::kFuseIsSide,     &err::kFuseNoKernel,
          &err::kFuseSeveralResults, &err::kFuseScheduled, &err::kFuseRecompute,  &err::kFuseLittle,
          &err::kFuseWaits,          &err::kFuseReuse,     &err::kFuseOrder,      &err::kFuseNoLoop,
          &err::kInPlaceLive,        &err::kInPlaceTwice,  &err::kInPlaceShape,   &err::kInPlaceAccess,
          &err::kInPlaceIndices,     &err::kInPlaceLoop,   &err::kInPlaceWeights, &err::kFuseNotNeighbours};
}

}  // namespace lw
