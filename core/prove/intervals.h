// Bounds of integer expressions that constant bounds of loops tell, without isl: most questions whether a number fits a
// type, or an index a buffer, end here.
#pragma once

#include <cstdint>
#include <optional>

#include "core/prove/equations.h"

namespace lw::prove {

struct Interval {
  int64_t low = 0, high = 0;  // both included
  bool within(int64_t least, int64_t most) const { return least <= low && high <= most; }
  bool fits(DataType type) const;
};

// A sum, difference or product has the bounds that it has if it is not wrapped. nullopt: not known.
std::optional<Interval> intervalOf(const Equations& equations, const Statement& s, const Expr& e);

}  // namespace lw::prove
