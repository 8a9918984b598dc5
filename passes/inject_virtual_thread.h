// Needs: kernels as unify_thread_binding leaves them, no blocks, buffers with their own dimensions, loops bound to
// vthread. Guarantees: no loop bound to vthread remains. The virtual threads of one thread are interleaved: each
// statement that differs among them is repeated for all of them in place, and an allocation that differs among them
// gets one copy per virtual thread, along a new first dimension. A statement that is the same for all virtual threads
// runs once, so that they share a tile that it fetches. (TVM's InjectVirtualThread, after Tianqi Chen et al., "TVM: An
// Automated End-to-End Optimizing Compiler for Deep Learning", OSDI 2018, section 4.4.)
//
// A statement without loops is unrolled for fewer than kWrittenOut virtual threads; other statements get a loop over
// the virtual threads. The virtual threads run one after the other where they could access the same elements of memory
// that is allocated outside, or where they exchange values within warps.
#pragma once

#include "passes/pass.h"

namespace lw {

constexpr int kWrittenOut = 16;
PrimFunc injectVirtualThread(const PrimFunc& f);
// Refuses virtual threads that exchange values: there is no barrier between those of one thread.
Status checkVirtualThreads(const PrimFunc& before);
extern const Pass kInjectVirtualThreadPass;

}  // namespace lw
