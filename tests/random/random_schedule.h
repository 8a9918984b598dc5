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

// An offer of the primitive for random loops or blocks of the program, with arguments that offers leave at their
// defaults drawn too; nullopt: nothing is offered there. It may not be legal.
std::optional<Arguments> randomArguments(const Snapshot& program, const Primitive& primitive, std::mt19937_64& random);
// Any loops and blocks of the program, and defaults for everything else. Offers leave out what is known to be illegal;
// these do not. nullopt: the primitive takes something else that has no default, or the program has no loop.
std::optional<Arguments> anyArguments(const Snapshot& program, const Primitive& primitive, std::mt19937_64& random);

}  // namespace lw
