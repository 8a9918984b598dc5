// The steps of the shown variant that created and changed a loop.
#pragma once

#include <QString>

#include "core/trace/history.h"

namespace lw {

// "step 4", "step 4, changed by step 7"; empty if the loop is as in the source. Steps are numbered as in the trace, up
// to the shown state.
QString stepsOf(const History& history, LoopId loop);

}  // namespace lw
