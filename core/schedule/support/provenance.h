// Which steps made a loop or block what it is, and what a step made.
#pragma once

#include <vector>

#include "core/schedule/schedule.h"

namespace lw {

// Steps of the schedule, in order: those that made the loop or one that it came from, and those that changed it in its
// place (its kind, its notes).
std::vector<int> stepsBehind(const Schedule& schedule, LoopId loop);
std::vector<int> stepsBehind(const Schedule& schedule, BlockId block);

// The loops and blocks of the program that one of the steps [from, to) made or changed.
Selection madeBySteps(const Schedule& schedule, int from, int to);

}  // namespace lw
