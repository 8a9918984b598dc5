// What one iteration of a loop needs of a block that moves under it: for each region that the block offers to blocks
// under the loop, the part that these blocks access.
#pragma once

#include "core/schedule/support/iter_domains.h"
#include "core/schedule/support/relocate.h"

namespace lw {

// `partners`: the consumers of the block, or its producers if it moves to them. One demand per offered buffer.
std::vector<Demand> demandsOn(const Snapshot& program, const Move& move, const std::vector<BlockId>& partners,
                              const Analyzer& analyzer);

}  // namespace lw
