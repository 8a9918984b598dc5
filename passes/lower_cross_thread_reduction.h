// Needs: blocks with init. A reduction whose reduce loops are bound to threadIdx becomes one across threads: every
// thread reduces its own part, the parts are put in shared memory and combined in a tree, and one thread writes the
// result. Each step is a nest of thread loops of its own, so that the function computes the same when threads run one
// after the other; barriers come later. Several outputs are combined together (argmax). (M. Harris, "Optimizing
// parallel reduction in CUDA", 2007: sequential addressing.)
//
// A reduction that has no such form stays as it is; whyNotAcrossThreads() says why.
#pragma once

#include "core/ir/stmt.h"
#include "core/support/result.h"

namespace lw {

PrimFunc lowerCrossThreadReduction(const PrimFunc& f);

// The first reduction over threads that the pass cannot lower, with the reason and a remedy.
Status checkCrossThreadReductions(const PrimFunc& f);

// Blocks of threads cannot wait for each other: what one kernel updates atomically in global memory, it may not start
// or read otherwise.
Status checkAtomicKernels(const PrimFunc& f);

}  // namespace lw
