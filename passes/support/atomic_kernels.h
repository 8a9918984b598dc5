// Blocks of threads cannot wait for each other.
#pragma once

#include "core/ir/stmt.h"
#include "core/support/result.h"

namespace lw {

// What one kernel updates atomically in global memory, it may not start or read otherwise. To be asked about the
// scheduled program.
Status checkAtomicKernels(const PrimFunc& f);

}  // namespace lw
