// Block signatures (T.reads, T.writes) and what they leave out.
#pragma once

#include <string>

#include "core/ir/stmt.h"

namespace lw {

// Does a block inside this one read or write a buffer that this one does not declare, and that is not its own? The
// wrappers that loop_partition makes declare nothing at all. Nothing can be concluded from such a signature.
bool hidesAccesses(const Block& block);

// The name of a block below the root block that hides accesses; empty: there is none.
std::string blockThatHidesAccesses(const PrimFunc& function);

}  // namespace lw
