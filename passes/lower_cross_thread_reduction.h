// Needs: blocks with init. A reduction whose reduce loops are bound to threadIdx becomes one across threads: every
// thread reduces its own part, the parts are put in shared memory and combined in a tree, and one thread writes the
// result. Each step is a nest of thread loops of its own, so that the function computes the same when threads run one
// after the other; barriers come later. Several outputs are combined together (argmax). (M. Harris, "Optimizing
// parallel reduction in CUDA", 2007: sequential addressing.)
//
// A reduction that has no such form stays as it is; checkCrossThreadReductions() says why.
#pragma once

#include "passes/pass.h"

namespace lw {

PrimFunc lowerCrossThreadReduction(const PrimFunc& f, const TargetFacts& target);
extern const Pass kLowerCrossThreadReductionPass;

// The first reduction over threads that the pass cannot lower, with the reason and a remedy.
Status checkCrossThreadReductions(const PrimFunc& f, const TargetFacts& target);

}  // namespace lw
