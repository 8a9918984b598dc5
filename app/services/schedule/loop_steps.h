// Which steps of the shown variant a loop comes from.
#pragma once

#include <QString>

#include "core/trace/history.h"

namespace lw {

// "step 4", "step 4, changed by step 7"; empty: it is as in the source. Steps are numbered as in the trace, up to the
// shown state.
QString stepsOf(const History& history, LoopId loop);

}  // namespace lw
