// Extents as counts. An extent may be negative when the program runs, as h - 4 is for h = 1; its loop then has no
// iteration, and a buffer of that size no element. A product of two such extents would be a positive count, so whatever
// multiplies or adds extents takes them as counts.
#pragma once

#include "core/arith/analyzer.h"
#include "core/ir/stmt.h"

namespace lw {

// Knows that no buffer that the caller gives has a negative size.
Analyzer knownSizes(const PrimFunc& f);

// The extent if it is known to be at least 0, else max(extent, 0).
Expr countOf(const Expr& extent, const Analyzer& known);

// The extents of nested loops so that their product counts the iterations: as they are while at most one of them may be
// negative, because the product is then at most 0 where there are no iterations.
std::vector<Expr> countsOf(const std::vector<Expr>& extents, const Analyzer& known);

}  // namespace lw
