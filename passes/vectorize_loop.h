// Needs: flat buffers. Guarantees: no vectorized loop remains. A loop's iterations become lanes where each statement
// under it allows; a statement that does not (a store to one element by all lanes, an if that depends on the lane, a
// call that must be made once per iteration, an allocation) is run by a serial loop over the lanes. Extents that are no
// constant give serial loops; more lanes than the target takes (TargetFacts::maxLanes) are done in pieces.
#pragma once

#include "passes/pass.h"

namespace lw {

PrimFunc vectorizeLoop(const PrimFunc& f, int maxLanes);
extern const Pass kVectorizeLoopPass;

}  // namespace lw
