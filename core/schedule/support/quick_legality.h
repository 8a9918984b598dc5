// A sound and cheap proof for the common case, so that a click is answered within a millisecond: it returns "legal" or
// "unknown". Unknown cases are decided by the exact analysis (core/analysis/dependence.h). Unlike block signatures, the
// proof does not trust declared axes: it examines the stores and loads.
#pragma once

#include "core/schedule/snapshot.h"

namespace lw {

// The nest below the outermost loop of `chain` must contain a single block with a single store. The store either reads
// nothing of what it writes (equal values of the iters then store equal values), or is a commutative update whose first
// iteration stays first.
bool provablyReorderable(const Snapshot& program, const std::vector<LoopId>& chain);

}  // namespace lw
