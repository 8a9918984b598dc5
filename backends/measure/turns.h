// Samples of a kernel and of its reference, in turns, so that whatever the machine does happens to both. Neither is
// timed in the state in which the other leaves the machine: each short sample follows one of its own, and what the
// reference leaves running ends before the kernel's turn.
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
// The least time of a sample on several threads, ms. In a shorter one, and after a pause, the operating system takes
// longer to wake up the threads than they calculate.
inline constexpr double kLeastTeamSample = 2;

// A short sample is taken again for some milliseconds, and the last one counts: it finds the caches as its own code
// leaves them, and its threads awake. `calls`: in one sample.
std::function<Result<double>()> warmed(std::function<Result<double>()> sample, double calls = 1);
// `sample` of what OpenBLAS calculates on several threads: afterwards they wait busily for the next product, which
// would slow down a kernel that runs meanwhile. Returns when they sleep.
std::function<Result<double>()> untilThreadsSleep(std::function<Result<double>()> sample);

// While one of the two drifts (backends/runner/statistics.h), earlier rounds are given up for further ones, of which
// there are at most twice as many; if it drifts to the end, all rounds count. `reference`: empty: it is not timed.
// `spentMs`: what was spent before. `next` is called before each round with the share that is done.
Result<Turns> takeTurns(const std::function<Result<double>()>& kernel, const std::function<Result<double>()>& reference,
                        const TurnLimits& limits, double spentMs, const std::function<Status(double)>& next);

}  // namespace lw
