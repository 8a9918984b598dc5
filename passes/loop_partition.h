// Needs: no blocks. Ifs that guard the iterations of a loop are taken out of it: a guard that does not depend on the
// loop goes around it; a guard that holds from the start up to some iteration (or from one on) shortens the loop where
// nothing else is in its body, or splits it into a main part without and a rest with the guard.
#pragma once

#include "passes/pass.h"

namespace lw {

PrimFunc loopPartition(const PrimFunc& f);
extern const Pass kLoopPartitionPass;

}  // namespace lw
