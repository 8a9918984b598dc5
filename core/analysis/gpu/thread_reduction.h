// Blocks that the threads of a kernel cannot carry out together: a reduction across threads beside other work, and a
// block that all threads carry out again while its inputs change.
#pragma once

#include <optional>

#include "core/ir/stmt.h"

namespace lw {

// A reduction across threads combines the parts of all threads, so its reduce loops must contain nothing else and must
// not select the element.
struct ThreadReduction {
  BlockId reduction;
  LoopId loop;                        // of the reduction
  std::optional<BlockId> other = {};  // another block inside `loop`; nullopt: `loop` also selects the element
};
// A reduction that threads cannot carry out in this form.
std::optional<ThreadReduction> brokenThreadReduction(const PrimFunc& function);

// A block that several threads carry out for the same elements of memory that outlives the kernel, again in every
// iteration of a loop in which another block changes what it reads: one thread may write an early value after another
// one's last.
struct ThreadRewrite {
  BlockId block, changer;
  LoopId loop;
  Buffer buffer;
};
std::optional<ThreadRewrite> rewrittenByThreads(const PrimFunc& function);

}  // namespace lw
