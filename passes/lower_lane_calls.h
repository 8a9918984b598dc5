// lower_lane_calls: expresses TVM's calls of ldmatrix and mma on the registers of threads by statements of one thread.
//
// Needs:      loops over threads; calls on tiles of the scope warp are already operations
//             (core/analysis/gpu/mma_operations).
// Guarantees: T.ptx_ldmatrix, T.ptx_mma, T.mma_fill and T.mma_store on memory of the scope local are attributes of
//             core/ir/lane_operations.h around statements that compute what the PTX ISA defines. A call that is not
//             understood stays; it is refused by name.
#pragma once

#include "passes/pass.h"

namespace lw {

PrimFunc lowerLaneCalls(const PrimFunc& f);

extern const Pass kLowerLaneCallsPass;

}  // namespace lw
