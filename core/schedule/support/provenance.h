// Finds the steps that made or changed a loop or block, and what a step made.
#pragma once

#include <vector>

#include "core/schedule/schedule.h"

namespace lw {

// The steps of the schedule, in order, that made the loop or a loop that it replaced, or changed it in its place (its
// kind, its annotations).
std::vector<int> stepsBehind(const Schedule& schedule, LoopId loop);
std::vector<int> stepsBehind(const Schedule& schedule, BlockId block);

// The loops and blocks of the program that the steps [from, to) made or changed.
Selection madeBySteps(const Schedule& schedule, int from, int to);

}  // namespace lw
