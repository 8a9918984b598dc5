// Needs: no blocks. Removes ifs that guard iterations of a loop. A guard that does not depend on the loop moves around
// it. A guard that holds for the first or the last iterations of the loop shortens the loop if it guards the whole
// body; otherwise the loop is split into a main part without the guard and a rest with it. What a serial loop begins
// with in its first iteration only is moved before the loop.
#pragma once

#include "passes/pass.h"

namespace lw {

PrimFunc loopPartition(const PrimFunc& f);
extern const Pass kLoopPartitionPass;

}  // namespace lw
