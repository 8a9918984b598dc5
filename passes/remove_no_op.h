// Removes statements without effect: empty loops and branches, unused lets and declared buffers, allocations around
// empty bodies, and evaluations whose value is not used.
#pragma once

#include "passes/pass.h"

namespace lw {

PrimFunc removeNoOp(const PrimFunc& f);
extern const Pass kRemoveNoOpPass;

}  // namespace lw
