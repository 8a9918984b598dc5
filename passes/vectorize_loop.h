// Needs: flat buffers. Guarantees: no vectorized loop remains. The iterations of a loop become lanes of vectors,
// statement by statement. A statement that does not allow it (a store to one element by all lanes, an if that depends
// on the lane, a call that must run once per iteration, an allocation) runs in a serial loop over the lanes. A loop
// whose extent is not constant becomes serial; a loop with more lanes than the target supports (TargetFacts::maxLanes)
// is split.
#pragma once

#include "passes/pass.h"

namespace lw {

PrimFunc vectorizeLoop(const PrimFunc& f, int maxLanes);
extern const Pass kVectorizeLoopPass;

}  // namespace lw
