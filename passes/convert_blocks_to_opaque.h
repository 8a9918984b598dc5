// Needs: no block has an init. Guarantees: no block has iters; their bindings stand in their place. Predicates stay.
#pragma once

#include "passes/pass.h"

namespace lw {

PrimFunc convertBlocksToOpaque(const PrimFunc& f);
extern const Pass kConvertBlocksToOpaquePass;

}  // namespace lw
