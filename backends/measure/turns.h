// Samples of a kernel and of its reference, in turns, so that whatever the machine does happens to both.
#pragma once

#include <functional>
#include <vector>

#include "core/support/result.h"

namespace lw {

struct TurnLimits {
  int repeat = 10;      // rounds, while the machine keeps its speed
  double mostMs = 1e4;  // of all samples; then no further round begins
  double calls = 1;     // of the kernel, in one sample
  bool kernel = true;   // false: the kernel takes longer than all that by itself, and is not run again
};
struct Turns {
  std::vector<double> kernel, reference;  // ms of one call, in the order in which they were taken
};
// While one of the two drifts (backends/runner/statistics.h), earlier rounds are given up for further ones, of which
// there are at most twice as many; if it drifts to the end, all rounds count. `reference`: empty: it is not timed.
// `spentMs`: what was spent before. `next` is called before each round with the share that is done.
Result<Turns> takeTurns(const std::function<Result<double>()>& kernel, const std::function<Result<double>()>& reference,
                        const TurnLimits& limits, double spentMs, const std::function<Status(double)>& next);

}  // namespace lw
