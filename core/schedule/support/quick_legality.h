// Sound and cheap proofs for the common cases, so that a click is answered within a millisecond: they return "legal" or
// "unknown". Unknown cases are decided by the exact analysis (core/analysis/dependence/dependence.h). Unlike block
// signatures, these proofs do not trust declared axes: they examine the stores and loads.
#pragma once

#include "core/schedule/snapshot.h"

namespace lw {

// The nest below the outermost loop of `chain` must contain a single block with a single store. The store either reads
// nothing of what it writes (equal values of the iters then store equal values), or is a commutative update whose first
// iteration stays first.
bool provablyReorderable(const Snapshot& program, const std::vector<LoopId>& chain);

// Each buffer that is stored to below the loop must have a dimension in which the iterations access separate ranges.
bool provablyIndependent(const Snapshot& program, LoopId loop);

}  // namespace lw
