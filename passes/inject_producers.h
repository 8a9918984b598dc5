// Needs: opaque blocks, buffers of their final sizes, loops over threads as the schedule has them. Handles loops with
// the annotation `specialize_warps` (core/analysis/gpu/producer_copies.h):
//
//     for k in n: copies; rest        becomes        for k in n: producer_part(bulk copies); consumer_part(rest)
//
// with as many copies of each staged buffer as the annotation has stages; round t uses copy t % stages. Rounds are
// counted through the loops of the kernel around the loop. Guarantees: the annotation is gone, and each round still
// computes the same; specialize_warps, behind thread_sync, gives the parts to their warps.
#pragma once

#include "passes/pass.h"

namespace lw {

PrimFunc injectProducers(const PrimFunc& f);
extern const Pass kInjectProducersPass;

// Refuses loops whose copies a producer cannot make.
Status checkProducers(const PrimFunc& before);

}  // namespace lw
