// A block under a nest of its own: each iter is bound to one loop, each loop drives one iter, and the nest contains no
// other block.
#pragma once

#include "core/schedule/support/loop_checks.h"

namespace lw {

// The loop of each iter, in the order of the iters. Refused if the nest has another form. `verb`: "pad the block".
Result<std::vector<LoopId>> ownLoops(const Snapshot& program, BlockId block, const std::string& verb);
std::vector<const ErrorKind*> ownLoopErrors();

}  // namespace lw
