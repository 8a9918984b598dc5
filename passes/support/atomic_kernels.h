// Blocks of threads cannot wait for each other.
#pragma once

#include "core/ir/stmt.h"
#include "core/support/result.h"

namespace lw {

// Refuses a kernel that updates a buffer in global memory atomically and also initializes or reads it. Takes the
// scheduled program.
Status checkAtomicKernels(const PrimFunc& f);

}  // namespace lw
