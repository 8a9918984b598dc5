// Needs: no block has an init. Guarantees: no block has iters; their bindings stand in their place. Predicates stay.
#pragma once

#include "core/ir/stmt.h"

namespace lw {

PrimFunc convertBlocksToOpaque(const PrimFunc& f);

}  // namespace lw
