// Loops over the threads of a GPU, and which threads share which memory.
#pragma once

#include <string_view>

#include "core/ir/stmt.h"

namespace lw {

// An axis of a kernel: blockIdx or threadIdx. Virtual threads are loops of one thread.
inline bool isKernelAxis(const For& loop) {
  return loop.kind == ForKind::ThreadBinding && !loop.thread.starts_with("vthread");
}
inline bool isBlockAxis(const For& loop) {
  return loop.kind == ForKind::ThreadBinding && loop.thread.starts_with("blockIdx");
}

// Is the statement, or a loop inside it, bound to an axis? Virtual threads count.
bool bindsThreads(const Stmt& s);

// Do the iterations of this loop share one buffer of the scope, so that one of them may compute its elements for all?
// As in TVM, shared memory belongs to all threads of a block, warp memory to those along threadIdx.x, and local memory
// to one thread. Global memory is visible to all, but blocks of threads run in any order, so each block computes what
// it needs.
inline bool threadsShare(const For& loop, std::string_view scope) {
  if (loop.kind != ForKind::ThreadBinding) return false;
  const std::string_view rank = scope.substr(0, scope.find('.'));
  if (rank == "warp") return loop.thread == "threadIdx.x";
  return rank == "shared" && !isBlockAxis(loop);
}

}  // namespace lw
