// Memory of a thread does not reach other threads. Needs: kernels as unify_thread_binding leaves them, no blocks,
// buffers with their own dimensions.
#pragma once

#include "core/ir/stmt.h"
#include "core/support/result.h"

namespace lw {

// The first local buffer of which a thread reads an element that it never writes itself, because another thread does,
// as far as ISL can tell.
Status checkLocalExchange(const PrimFunc& before);

}  // namespace lw
