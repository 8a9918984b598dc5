// Schedules from the cost model (core/tune/search/draft_schedule.h) for kernels that run on this machine. They are kept
// in files, so that the same kernel is not searched again.
#pragma once

#include <vector>

#include "backends/measure/measure.h"
#include "core/tune/search/draft_schedule.h"

namespace lw::tune {

// Of the first function of each program, in the order of the programs, for the threads and the arithmetic of `measure`.
// A function that is short as it is may be compiled better than its schedule: unless the model is sure, both are timed,
// and the schedule is given only if it is faster. Kept in the ObjectStore (backends/cpu/object_store.h) of
// measure.cpu.objects, unless that is empty. Uses all cores. Ends early once measure.cancelled says so.
std::vector<std::optional<DraftedSchedule>> draftSchedules(const std::vector<Snapshot>& programs,
                                                           const MeasureOptions& measure);

}  // namespace lw::tune
