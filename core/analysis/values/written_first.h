// Proofs, without ISL, that what a statement reads was written before in the same iteration. The answer is "yes" or
// unknown.
#pragma once

#include "core/analysis/tables/statements.h"

namespace lw::analysis {

// Is every element of the read written by `writer` before, in the same iteration of at least the `leastLoops` outermost
// loops of the reader?
bool provablyWrittenFirst(const Statement& reader, const Touch& read, const Knowledge& atReader,
                          const Statement& writer, size_t leastLoops);

// privateToIteration() of core/analysis/dependence/dependence.h.
bool provablyPrivate(const Statements& program, const void* data, LoopId loop);

// readsOwnWrites() of core/analysis/dependence/own_reads.h.
bool provablyReadsOwnWrites(const Statements& program, const void* data, LoopId loop);

}  // namespace lw::analysis
