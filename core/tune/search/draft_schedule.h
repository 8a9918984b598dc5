// A schedule for a function that nobody has scheduled or tuned: the rules write its space, and the cost model chooses
// among some of its candidates. Nothing is measured.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "core/schedule/schedule.h"
#include "core/tune/machine.h"

namespace lw::tune {

struct DraftedSchedule {
  Schedule schedule;
  double expectedMs = 0;     // by the draft model
  double unscheduledMs = 0;  // of the function as it was
};

// Sizes that a draft is made and timed with where the function leaves them open; it is legal for all others.
inline constexpr int64_t kUsualSize = 64;
std::map<std::string, int64_t> usualSizes(const PrimFunc& function);

// The same program and machine give the same schedule. Nothing: no rule fits, or no candidate is expected to be faster
// than the function as it is.
std::optional<DraftedSchedule> draftSchedule(const Snapshot& program, int function, const Machine& machine);

}  // namespace lw::tune
