#include "passes/compact_buffer_allocation.h"

namespace lw {

PrimFunc compactBufferAllocation(const PrimFunc& f) { return f; }

}  // namespace lw
