// Needs: a scheduled function whose statements have origins. Guarantees: a reduction without an iteration needs no
// init of its block any more, because its init is stated before its loops, for that case
// (core/analysis/shapes/empty_reductions.h). Programs whose reductions have an iteration for certain stay as they are.
#pragma once

#include "passes/pass.h"

namespace lw {

// `threadsReduce`: lowering divides reductions among threads, each of which begins with the init's value; so loops over
// threads need nothing before them, unless they have no iteration at all.
PrimFunc lowerEmptyReductions(const PrimFunc& f, bool threadsReduce);
extern const Pass kLowerEmptyReductionPass, kLowerEmptyGpuReductionPass;

}  // namespace lw
