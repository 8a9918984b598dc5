// Sound, cheap proofs for the usual cases, so that a click is answered in a millisecond: they say "legal" or nothing.
// What they do not prove goes to the exact analysis (core/analysis/dependence.h). Unlike block signatures they trust no
// declared axis: they look at what is stored and loaded.
#pragma once

#include "core/schedule/snapshot.h"

namespace lw {

// The nest below the outermost of `chain` holds a single block with a single store that either reads nothing of what it
// writes (equal iteration values then store equal values), or is a commutative update whose first iteration stays
// first.
bool provablyReorderable(const Snapshot& program, const std::vector<LoopId>& chain);

// Each buffer that is stored to below the loop has a dimension in which every iteration stays within a range of its
// own.
bool provablyIndependent(const Snapshot& program, LoopId loop);

}  // namespace lw
