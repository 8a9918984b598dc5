// Needs: blocks with init. A reduction whose reduce loops are bound to threadIdx becomes a reduction across threads:
// every thread reduces its own part, the partial results are stored in shared memory and combined in a tree, and one
// thread writes the result. Each step is a separate nest of thread loops, so that the function computes the same when
// threads run one after the other; thread_sync inserts the barriers later. Several outputs (argmax) are combined
// together. (M. Harris, "Optimizing parallel reduction in CUDA", 2007: sequential addressing.)
//
// The pass does not change a reduction of another form; checkCrossThreadReductions() says why.
#pragma once

#include "passes/pass.h"

namespace lw {

PrimFunc lowerCrossThreadReduction(const PrimFunc& f, const TargetFacts& target);
extern const Pass kLowerCrossThreadReductionPass;

// Reports the first reduction over threads that the pass cannot lower, with the reason and a remedy.
Status checkCrossThreadReductions(const PrimFunc& f, const TargetFacts& target);

}  // namespace lw
