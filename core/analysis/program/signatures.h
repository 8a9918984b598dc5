// Block signatures (T.reads, T.writes) and accesses that they omit.
#pragma once

#include <string>

#include "core/ir/stmt.h"

namespace lw {

// Does a block inside this one read or write a buffer that this one neither declares nor allocates? The wrapper blocks
// that loop_partition makes declare nothing at all. No conclusions can be drawn from such a signature.
bool hidesAccesses(const Block& block);

// The name of a block below the root block that omits accesses; empty: there is none.
std::string blockThatHidesAccesses(const PrimFunc& function);

}  // namespace lw
