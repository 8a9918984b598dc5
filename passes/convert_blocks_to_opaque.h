// Needs: no block has an init. Guarantees: no block has iters; their bindings replace them. Predicates stay.
#pragma once

#include "passes/pass.h"

namespace lw {

PrimFunc convertBlocksToOpaque(const PrimFunc& f);
extern const Pass kConvertBlocksToOpaquePass;

}  // namespace lw
