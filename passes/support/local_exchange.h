// Checks that threads do not exchange values through local memory, which is private to each thread. Needs: kernels as
// unify_thread_binding leaves them, no blocks, buffers with their own dimensions.
#pragma once

#include "core/ir/stmt.h"
#include "core/support/result.h"

namespace lw {

// Reports the first local buffer of which a thread reads an element that it never writes, as far as ISL can decide.
Status checkLocalExchange(const PrimFunc& before);

}  // namespace lw
