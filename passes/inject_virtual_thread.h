// Needs: kernels as unify_thread_binding leaves them, no blocks, buffers with their own dimensions, loops bound to
// vthread. Guarantees: none of these is left. The virtual threads of one thread run side by side: each statement that
// differs among them is repeated for all of them, in its place, and memory that is allocated inside and differs among
// them becomes one copy for each, along a first dimension. What is the same for all runs once, so that a tile fetched
// inside is fetched for all of them together. (TVM's InjectVirtualThread, after Tianqi Chen et al., "TVM: An Automated
// End-to-End Optimizing Compiler for Deep Learning", OSDI 2018, section 4.4.)
//
// A statement without loops is written out for fewer than kWrittenOut virtual threads; other ones get a loop. Where the
// copies could touch each other's elements of memory from outside, or exchange values within warps, the virtual threads
// run one after the other.
#pragma once

#include "passes/pass.h"

namespace lw {

constexpr int kWrittenOut = 16;
PrimFunc injectVirtualThread(const PrimFunc& f);
extern const Pass kInjectVirtualThreadPass;

}  // namespace lw
