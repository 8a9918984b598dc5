// The timelines of a program's kernels: backends/emulator/block_timeline.h, from a scheduled function and its inputs.
#pragma once

#include "backends/emulator/block_timeline.h"
#include "backends/measure/measure.h"

namespace lw {

// Of `options` the device model, the inputs and `cancelled` count.
Result<std::vector<BlockTimeline>> timelinesOf(const SourceFile& file, const PrimFunc& original,
                                               const PrimFunc& scheduled, const MeasureOptions& options);

}  // namespace lw
