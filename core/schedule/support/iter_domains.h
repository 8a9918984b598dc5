// Which iterations of a block cover a region: what compute_at and reverse_compute_at make loops for.
#pragma once

#include "core/schedule/define.h"
#include "core/schedule/support/regions.h"

namespace lw {

extern const Error<Ident, Ident, Snippet, Ident>
    kMovingDomain;  // "axis {0} of block {1} runs over {2}, which changes with loop {3}"

// The program with axes of the block that have one domain in all iterations of the loops around it, up to its scope: in
// `for j in range(i + 1)` an axis over i + 1 values becomes one over as many as the largest i gives. Whoever makes
// loops or other blocks of domains asks for this first: they stand where those loops have no value. Refused where there
// is no such bound.
Result<Snapshot> withFixedDomains(const Snapshot& program, BlockId block);

// A region over the iters of a block, and what is wanted of that buffer.
struct Demand {
  BufferRegion offered;                         // per instance of the block
  std::vector<std::optional<Interval>> wanted;  // per dimension; nullopt: everything
};

struct IterSpan {
  Interval values;                 // min and number of iterations are what the loop gets
  std::optional<Interval> limits;  // to be guarded; none: the values stay inside the domain
};

// One span per iter: the hull of what the demands ask for, inside the iter's domain. Iters that no demand speaks of get
// their domain.
std::vector<IterSpan> spansFor(const Block& block, const std::vector<Demand>& demands, const Analyzer& analyzer);

}  // namespace lw
