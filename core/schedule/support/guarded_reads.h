// Finds what blocks read of a buffer if blocks inside them guard the reads. The regions that the outer blocks declare
// are then larger than what is read.
#pragma once

#include <optional>

#include "core/schedule/snapshot.h"

namespace lw {

// The hull of what the blocks of a scope read, over variables around the scope. nullopt: no inner guard makes it
// smaller than the declared regions.
std::optional<std::vector<Range>> guardedReads(const Snapshot& program, BlockId scope,
                                               const std::vector<BlockId>& readers, const Buffer& buffer);

}  // namespace lw
