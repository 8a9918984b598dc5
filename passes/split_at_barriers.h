// Needs: any program. Guarantees: the threads of a block may run one after the other. A nest of loops over threads that
// exchange values is divided at its barriers (loop fission), those that are written and those that the exchange
// requires; serial loops and conditions that are the same for all threads move around the divided loops. What a thread
// keeps across a barrier gets one copy for each thread (scalar expansion). Such programs lose their blocks. All other
// programs are unchanged.
//
// Statements of a block of threads are ordered by the program: all threads complete a statement before any of them
// begins a later one that accesses the same element, as with the barriers of passes/thread_sync.h. Source: loop fission
// at barriers as in J. Stratton et al., "MCUDA: An Efficient Implementation of CUDA Kernels for Multi-core CPUs", 2008.
#pragma once

#include "passes/pass.h"

namespace lw {

// Refuses a program in which a barrier would be inside a condition or loop that differs from thread to thread.
Result<PrimFunc> splitAtBarriers(const PrimFunc& f);
Status checkSplitAtBarriers(const PrimFunc& f);
extern const Pass kSplitAtBarriersPass;

}  // namespace lw
