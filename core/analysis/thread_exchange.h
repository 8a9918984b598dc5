// Do the threads of a kernel exchange values in a way that no target for GPUs can carry out? A kernel is the nest below
// an outermost loop over blockIdx or threadIdx. Blocks of threads run in any order, so none may touch what another one
// writes; memory of the scope local belongs to one thread.
#pragma once

#include <optional>
#include <vector>

#include "core/ir/stmt.h"

namespace lw {

struct ThreadExchange {
  Buffer buffer;
  LoopId kernel;                 // its outermost loop
  std::vector<BlockId> blocks;   // that write and read
  bool betweenLaunches = false;  // a loop around the kernel launches it several times, and an element would have to
                                 // last from one to the next
};

// A buffer of the scope local of which a thread reads an element that it never writes and another thread does; or one
// of the scope shared of which a block of threads does so. Neither lasts from one launch of a kernel to the next.
std::optional<ThreadExchange> exchangeOfOwnMemory(const PrimFunc& function);

// A buffer in global memory of which two blocks of threads of one kernel touch an element, one of them writing, unless
// the function allocates it and every block of threads can have one of its own (privateToThreadBlock).
std::optional<ThreadExchange> exchangeBetweenThreadBlocks(const PrimFunc& function);

// The loop over blockIdx, innermost first, each iteration of which can have a buffer of its own: all its uses are
// below, and every read is fed in the same iteration. nullopt: there is none.
std::optional<LoopId> privateToThreadBlock(const PrimFunc& function, const Buffer& buffer);

// May two blocks of threads of one kernel touch one element of the buffer, one of them writing? No only where that is
// proven.
bool threadBlocksMayMeet(const PrimFunc& function, const Buffer& buffer);

// A reduction over threads joins the parts of all of them: nothing else can be inside its reduce loops, and these do
// not choose the element.
struct ThreadReduction {
  BlockId reduction;
  LoopId loop;                        // of the reduction
  std::optional<BlockId> other = {};  // that is inside `loop` too; nullopt: `loop` chooses the element as well
};
// One that threads cannot carry out so.
std::optional<ThreadReduction> brokenThreadReduction(const PrimFunc& function);

}  // namespace lw
