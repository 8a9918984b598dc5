// A block under a nest of its own: each iter bound to a loop, each loop driving one iter, and nothing else below.
#pragma once

#include "core/schedule/support/loop_checks.h"

namespace lw {

// The loop of each iter, in the order of the iters. Refused where the nest is of another form. `verb`: "pad the block".
Result<std::vector<LoopId>> ownLoops(const Snapshot& program, BlockId block, const std::string& verb);
std::vector<const ErrorKind*> ownLoopErrors();

}  // namespace lw
