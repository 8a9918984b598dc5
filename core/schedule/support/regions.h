// What remains of a region of a buffer when loops run through their ranges.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "core/arith/analyzer.h"
#include "core/ir/stmt.h"

namespace lw {

// Closed interval; nullopt: not known.
struct Interval {
  Expr min, max;
};

// A variable that runs through a range; the range may use variables that stand before it in the list.
struct Running {
  Var var;
  Range range;
};
using RunningVars = std::vector<Running>;

// All elements of the range while the variables run. Ends are simplified as far as the analyzer can.
std::optional<Interval> valuesOf(const Range& r, const RunningVars& vars, const Analyzer& analyzer);
bool readsMemory(const Range& r);
Interval hull(const Interval& a, const Interval& b, const Analyzer& analyzer);
// What a buffer of `size` elements has of the range; of a range that may be outside, one element, so that a region
// still names its buffer. A range whose ends have no constant bounds, and one of a buffer of unknown size, stays as it
// is.
Range insideBuffer(const Range& r, const Expr& size, const Analyzer& analyzer);
// What is known of the variables around a statement below `root`: loops and iters of blocks run through their ranges.
Analyzer knownAt(const Stmt& root, BlockId block);

}  // namespace lw
