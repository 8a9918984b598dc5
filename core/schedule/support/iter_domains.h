// Finds the iterations of a block that cover a region: compute_at and reverse_compute_at make loops over them.
#pragma once

#include "core/schedule/define.h"
#include "core/schedule/support/regions.h"

namespace lw {

extern const Error<Ident, Ident, Snippet, Ident>
    kMovingDomain;  // "iteration variable {0} of block {1} has the domain {2}, which changes with loop {3}"

// The program in which the domains of the block's axes do not depend on the loops around the block, up to its scope: in
// `for j in range(i + 1)` an axis over i + 1 values gets as many values as the largest i requires. Call this before
// making loops or other blocks from domains: those are placed where the loops around have no value. Refused if there is
// no such bound.
Result<Snapshot> withFixedDomains(const Snapshot& program, BlockId block);

// A region over the iters of a block, and the part of its buffer that is needed.
struct Demand {
  BufferRegion offered;                             // the region of one instance of the block
  std::vector<std::optional<ExprInterval>> wanted;  // the needed part per dimension; nullopt: everything
};

struct IterSpan {
  ExprInterval values;  // the loop gets their minimum and number of iterations
  std::optional<ExprInterval>
      limits;  // the loop must be guarded by these limits; none: the values are inside the domain
};

// One span per iter: the hull of what the demands need, inside the iter's domain. An iter that no demand uses gets its
// whole domain.
std::vector<IterSpan> spansFor(const Block& block, const std::vector<Demand>& demands, const Analyzer& analyzer);

}  // namespace lw
