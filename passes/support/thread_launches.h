// Converts T.launch_thread, which lowered programs of other systems use, to loops over threads, which schedules make
// with bind().
#pragma once

#include "core/ir/stmt.h"

namespace lw {

// Every attribute thread_extent:TAG of a variable becomes a loop that is bound to that thread.
PrimFunc launchesAsLoops(const PrimFunc& f);

}  // namespace lw
