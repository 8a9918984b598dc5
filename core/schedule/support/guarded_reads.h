// What blocks read of a buffer where blocks inside of them guard the reads: then the regions that the outer blocks
// declare hold more than is read.
#pragma once

#include <optional>

#include "core/schedule/snapshot.h"

namespace lw {

// The hull of what the blocks of a scope read, in terms of variables around the scope. nullopt: no inner guard says
// less than the declared regions.
std::optional<std::vector<Range>> guardedReads(const Snapshot& program, BlockId scope,
                                               const std::vector<BlockId>& readers, const Buffer& buffer);

}  // namespace lw
