// Needs: no init. Every buffer that a block allocates is allocated at the innermost place that has all its uses and where no
// iteration of a loop reads what another one wrote: in a block without name around the loop's body. What cannot be decided stays
// where it was, which is always right.
#pragma once

#include "core/ir/stmt.h"

namespace lw {

PrimFunc planBufferAllocation(const PrimFunc& f);

}  // namespace lw
