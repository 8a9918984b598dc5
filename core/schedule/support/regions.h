// Computes the hull of a region of a buffer while loops run through their ranges.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "core/arith/analyzer.h"
#include "core/ir/stmt.h"
#include "core/schedule/snapshot.h"

namespace lw {

// Closed interval of values.
struct ExprInterval {
  Expr min, max;
};

// A variable that runs through a range; the range may use variables that come before it in the list.
struct Running {
  Var var;
  Range range;
};
using RunningVars = std::vector<Running>;

// The hull of the range while the variables run; nullopt: not known. Its ends are simplified as far as the analyzer
// can.
std::optional<ExprInterval> valuesOf(const Range& r, const RunningVars& vars, const Analyzer& analyzer);
bool loadsMemory(const Range& r);
ExprInterval hull(const ExprInterval& a, const ExprInterval& b, const Analyzer& analyzer);
// Clips the range to a buffer of `size` elements. A range that may be outside of the buffer becomes one element, so
// that the region still names its buffer. A range whose ends have no constant bounds, and a range of a buffer of
// unknown size, is returned unchanged.
Range insideBuffer(const Range& r, const Expr& size, const Analyzer& analyzer);
// Finds a block of the scope whose regions annotate_buffer_access has declared, which need not contain what the block
// accesses; empty: there is none.
Message declaredByHand(const Snapshot& program, BlockId scope);
// Whether a block anywhere in the statement is one of those.
bool isDeclaredByHand(const Stmt& stmt);
// Knows the ranges of the loops and block iters around a block below `root`.
Analyzer knownAt(const Stmt& root, BlockId block);

}  // namespace lw
