// Do the threads of a kernel exchange values in a way that no GPU supports? A kernel is the nest below an outermost
// loop over blockIdx, threadIdx or virtual threads. Blocks of threads run in any order, so none may access what another
// one writes; memory of the scope local belongs to one thread.
#pragma once

#include <optional>
#include <vector>

#include "core/analysis/proof_budget.h"
#include "core/ir/stmt.h"

namespace lw {

struct ThreadExchange {
  Buffer buffer;
  LoopId kernel;                 // its outermost loop
  std::vector<BlockId> blocks;   // that write and read
  bool betweenLaunches = false;  // a loop around the kernel launches it several times, and an element would have to
                                 // last from one to the next
  std::optional<BlockId> outside = {};  // then: the block outside of the kernel that reads the buffer, if one does
};

// A buffer of the scope local from which a thread reads an element that only another thread writes, or one of the scope
// shared where that happens between blocks of threads. Neither survives a launch of its kernel.
std::optional<ThreadExchange> exchangeOfOwnMemory(const PrimFunc& function, const ProofBudget& budget = {});

// A buffer in global memory of which two blocks of threads of one kernel access the same element, one of them writing,
// unless the function allocates it and every block of threads can have its own copy (privateToThreadBlock).
std::optional<ThreadExchange> exchangeBetweenThreadBlocks(const PrimFunc& function, const ProofBudget& budget = {});

// The innermost loop over blockIdx whose iterations can each have their own buffer: all uses are below it, and every
// read is fed in the same iteration. nullopt: there is none.
std::optional<LoopId> privateToThreadBlock(const PrimFunc& function, const Buffer& buffer);

// May two blocks of threads of one kernel access the same element of the buffer, one of them writing? No only if that
// is proven.
bool threadBlocksMayMeet(const PrimFunc& function, const Buffer& buffer);

}  // namespace lw
