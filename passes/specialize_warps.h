// Needs: kernels as thread_sync leaves them, with the parts that inject_producers marked. Gives the kernel further
// threads behind those that it has, along its last axis of threads: the first of them makes the copies, and all others
// run the rest. Barriers with phases (core/ir/phased_barriers.h) order the two: of each stage, one that its copies
// complete, and one where all consumers arrive when they have read it.
//
// Barriers of the block between consumers become a named barrier of the consumers.
//
//     create barriers; initialise them; barrier of the block
//     if t < threads: ... for k: wait until stage is full; rest; arrive at its empty ...
//     else if t == threads: for k: wait until stage is empty; expect its bytes; bulk copies
//
// With registers in the annotation, the producer is a warp group and hands registers over to the consumers
// (setmaxnreg).
#pragma once

#include "passes/pass.h"

namespace lw {

PrimFunc specializeWarps(const PrimFunc& f);
extern const Pass kSpecializeWarpsPass;

// Refuses kernels with barriers with phases of their own, and numbers of threads and registers that do not fit.
Status checkSpecializeWarps(const PrimFunc& before);

}  // namespace lw
