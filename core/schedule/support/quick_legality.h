// A sound, cheap proof for the usual case, so that a click is answered in a millisecond: it says "legal" or nothing.
// What it does not prove goes to the exact analysis (core/analysis/dependence.h). Unlike a block's signature it trusts
// no declared axis: it looks at what is stored and loaded.
#pragma once

#include "core/schedule/snapshot.h"

namespace lw {

// The nest below the outermost of `chain` holds a single block with a single store that either reads nothing of what it
// writes (equal iteration values then store equal values), or is a commutative update whose first iteration stays
// first.
bool provablyReorderable(const Snapshot& program, const std::vector<LoopId>& chain);

}  // namespace lw
