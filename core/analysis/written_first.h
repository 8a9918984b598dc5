// Proofs, without ISL, that what a statement reads was written before it in the same iteration. They say "yes" or
// nothing.
#pragma once

#include "core/analysis/statements.h"

namespace lw::analysis {

// Is every element that the read touches written by `writer` before, in the same iteration of at least the `leastLoops`
// outermost loops of the reader?
bool provablyWrittenFirst(const Statement& reader, const Touch& read, const Knowledge& atReader,
                          const Statement& writer, size_t leastLoops);

// privateToIteration() of core/analysis/dependence.h.
bool provablyPrivate(const Statements& program, const void* data, LoopId loop);

}  // namespace lw::analysis
