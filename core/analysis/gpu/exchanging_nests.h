// Finds loops over threads whose iterations exchange values, so that they must not run one after the other.
#pragma once

#include <vector>

#include "core/analysis/gpu/thread_conflicts.h"
#include "core/ir/stmt.h"

namespace lw {

// The outermost loops over threads and virtual threads below which a barrier is written, or two threads of a block
// access one element, one of them writes it, and a thread may need another thread's value. Reductions across threads do
// not count: their parts may be combined in any order. Nor does memory that each thread fills for itself
// (keptApart), nor do operations of a warp. The program may have blocks. An element of which it is not known that two
// threads differ counts as exchanged.
std::vector<LoopId> exchangingNests(const PrimFunc& f);

// What the loops around two accesses have in common: the loops over threads, whose iterations are different threads of
// one block, and loops over blocks of threads, which both accesses are in the same iteration of.
struct CommonLoops {
  std::vector<const For*> threads, blocks;
};
CommonLoops commonLoops(const std::vector<const For*>& a, const std::vector<const For*>& b);

// Whether two threads of the loops that the accesses have in common can access one element, at any time or, `atOnce`,
// in the same iteration of all other loops. The loops of the accesses begin outside of those over threads.
bool threadsMeet(const ThreadAccess& a, const ThreadAccess& b, bool atOnce);

// Whether the memory, of which each thread reads only what it has written itself, means a part for each thread. Global
// memory of the function does: on a GPU it becomes local. Other memory does if one statement stores into an element for
// several threads at once, because its value would be arbitrary if they shared the element; otherwise the statements of
// all threads are in the order of the program. `accesses`: of the nest.
bool keptApart(const PrimFunc& f, const Buffer& buffer, const std::vector<ThreadAccess>& accesses);

// Whether the threads of a warp carry out an operation together, or exchange values in memory of the scope warp.
bool worksInWarps(const Stmt& nest);

}  // namespace lw
