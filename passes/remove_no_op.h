// Drops statements without effect: empty loops and branches, lets and allocations that are not used, values computed
// for nothing.
#pragma once

#include "core/ir/stmt.h"

namespace lw {

PrimFunc removeNoOp(const PrimFunc& f);

}  // namespace lw
