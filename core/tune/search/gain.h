// Which of several tasks gets the next trials: the one whose total is expected to fall most.
#pragma once

#include <span>

#include "core/tune/trial.h"

namespace lw::tune {

struct TaskState {
  std::span<const Trial> trials;
  double weight = 1;
  int underWay = 0;  // trials without a result yet
  bool exhausted = false;
};

// The gradient of Ansor's task scheduler (L. Zheng et al., OSDI 2020, section 6), with a window of the last trials:
// what the last ones gained per trial, mixed with what is left if it goes on falling as so far. Tasks without trials
// come first. The index of a task that is not exhausted; 0 if all are.
size_t taskWithMostGain(std::span<const TaskState> tasks);

}  // namespace lw::tune
