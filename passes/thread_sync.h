// Needs: kernels as unify_thread_binding leaves them, no blocks, buffers with their own dimensions. Puts barriers
// between statements of a kernel where one thread may touch an element of shared or global memory after another thread
// of the block touched it, one of them writing. Which statements these are ISL decides over threads, loops and
// predicates; what it cannot decide counts as such. A barrier comes as late as it can, which gives the fewest in
// straight code (a point in each of a set of intervals), but before a loop rather than in it; in loops also what the
// iteration before left behind counts. No barrier is put where not all threads of a block come by.
#pragma once

#include "passes/pass.h"

namespace lw {

PrimFunc threadSync(const PrimFunc& f);
extern const Pass kThreadSyncPass;

// A place where threads of a block exchange values under a condition, or in a loop, that differs from thread to thread:
// no barrier can stand there.
Status checkThreadSync(const PrimFunc& before);

}  // namespace lw
