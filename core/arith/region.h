// Regions of buffers over loops: what a block accesses while some of the enclosing loops run.
#pragma once

#include "core/arith/int_set.h"
#include "core/arith/iter_map.h"

namespace lw {

struct RegionBound {
  std::vector<IntSet> dims;
  bool exact =
      false;  // every element of the box is touched by some iteration (decided for affine indices without gaps)
};

// The box that covers `region` while `loops` run under `predicate`. Ranges of the loops may use each other's variables;
// other variables stay in the result.
RegionBound relaxRegion(const std::vector<Range>& region, const std::vector<IterDomain>& loops, const Expr& predicate,
                        const Analyzer& analyzer);

// The same for a region over a block's iter vars, whose values are `bindings` over the loops.
RegionBound relaxRegion(const BufferRegion& region, const VarMap& bindings, const std::vector<IterDomain>& loops,
                        const Expr& predicate, const Analyzer& analyzer);

// The hull of boxes of the same rank, dimension by dimension; not exact.
std::vector<IntSet> uniteRegions(const std::vector<std::vector<IntSet>>& boxes, const Analyzer& analyzer);

// One range per dimension, as T.reads and T.writes show them; infinite ends are replaced by the bounds of the buffer.
std::vector<Range> toRanges(const std::vector<IntSet>& dims, const Buffer& buffer, const Analyzer& analyzer);

// Whether inner is contained in outer, dimension by dimension.
bool covers(const std::vector<IntSet>& outer, const std::vector<IntSet>& inner, const Analyzer& analyzer);

}  // namespace lw
