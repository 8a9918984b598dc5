// A schedule for a function that nobody has scheduled or tuned: the rules write its space, and the cost model chooses
// among some of its candidates. Nothing is measured.
#pragma once

#include <optional>

#include "core/schedule/schedule.h"
#include "core/tune/machine.h"

namespace lw::tune {

struct DraftedSchedule {
  Schedule schedule;
  double expectedMs = 0;     // by the draft model
  double unscheduledMs = 0;  // of the function as it was
};

// The same program and machine give the same schedule. Nothing: a size is symbolic, no rule fits, or no candidate is
// expected to be faster than the function as it is.
std::optional<DraftedSchedule> draftSchedule(const Snapshot& program, int function, const Machine& machine);

}  // namespace lw::tune
