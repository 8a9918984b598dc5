// Needs: kernels as unify_thread_binding leaves them, no blocks, buffers with their own dimensions. Inserts barriers
// between statements of a kernel where two threads of a block may access one element of shared or global memory and one
// of them writes. ISL decides this over threads, loops and predicates; a question that it cannot decide counts as a
// conflict. A barrier is placed as late as possible, which gives the fewest barriers in straight-line code (stabbing a
// set of intervals), but before a loop rather than in it. In loops, accesses of the previous iteration count too. No
// barrier is placed where only some threads of a block arrive.
#pragma once

#include "passes/pass.h"

namespace lw {

PrimFunc threadSync(const PrimFunc& f);
extern const Pass kThreadSyncPass;

// Refuses a place where threads of a block exchange values under a condition, or in a loop, that differs from thread to
// thread: a barrier is not allowed there.
Status checkThreadSync(const PrimFunc& before);

}  // namespace lw
