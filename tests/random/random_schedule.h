// Random legal schedules: steps are drawn from the offers for a random loop or block.
#pragma once

#include <random>
#include <string>
#include <vector>

#include "core/schedule/schedule.h"

namespace lw {

struct RandomStep {
  const Primitive* primitive;
  std::string text;  // for messages
};

struct RandomRun {
  Schedule schedule;
  std::vector<RandomStep> steps;
  int refused = 0;  // number of drawn steps that were not legal
};

// Draws at most `steps` steps; gives up after several illegal draws in a row. Never draws primitives whose name is in
// `without`, and draws primitives whose check takes long only once in `costlyEvery` draws.
RandomRun randomSchedule(const Schedule& start, int steps, std::mt19937_64& random,
                         const std::vector<std::string>& without, uint64_t costlyEvery = 1);

}  // namespace lw
