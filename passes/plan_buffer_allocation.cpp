#include "passes/plan_buffer_allocation.h"

namespace lw {

PrimFunc planBufferAllocation(const PrimFunc& f) { return f; }

}  // namespace lw
