// T.launch_thread as loops over threads: what lowered programs of other systems say so, schedules say by bind().
#pragma once

#include "core/ir/stmt.h"

namespace lw {

// Every attribute thread_extent:TAG of a variable becomes a loop bound to that thread.
PrimFunc launchesAsLoops(const PrimFunc& f);

}  // namespace lw
