// Needs: any function. Guarantees: no block has an init. An init becomes a guarded statement at the start of the
// block's body, which runs where all reduce iters are at the start of their domains.
#pragma once

#include "passes/pass.h"

namespace lw {

PrimFunc lowerInitBlock(const PrimFunc& f);
extern const Pass kLowerInitBlockPass;

}  // namespace lw
