#include "backends/measure/model_beside_times.h"

#include <algorithm>
#include <cstdio>

#include "backends/target/peaks.h"
#include "backends/target/target.h"

namespace lw {
namespace {

constexpr double kAgrees = 1.5;       // times
constexpr double kBound = 0.4;        // of the time: the roof explains a run that takes at most 2.5 times as long
constexpr int kModelCores = 8;        // as counts.h says
constexpr double kStartingMs = 0.05;  // starting threads takes a good part of a shorter run

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", value);
  return text;
}

Message reasonOf(const Attempt& attempt, const MeasuredSpeed& speed, double modelled, double measured) {
  const TimeEstimate& e = speed.estimate;
  const bool explained = e.ms > 0 && e.ms >= kBound * attempt.ms;
  if (measured < modelled && explained && e.bound >= 0)
    return static_cast<size_t>(e.bound) + 1 >= speed.caches ? say("bound by memory here")
                                                            : say("bound by the cache L{0} here", e.bound + 2);
  if (measured < modelled && explained) return say("bound by arithmetic here: it is near this machine's peak");
  if (measured < modelled && speed.parallel && speed.threads < kModelCores)
    return speed.threads == 1 ? say("the model has {0} cores, and this ran on one thread", kModelCores)
                              : say("the model has {0} cores, and this ran on {1} threads", kModelCores, speed.threads);
  if (measured < modelled && speed.parallel && attempt.ms < kStartingMs)
    return say("starting threads takes much of so short a run");
  return say("the compiler and this processor do what the model does not count");
}

}  // namespace

bool countsCycles(const Challenge& challenge) {
  return std::any_of(challenge.counted.begin(), challenge.counted.end(),
                     [](const CountedGoal& goal) { return goal.what->name == "cycles"; });
}

MeasuredSpeed measuredSpeed(const PrimFunc& scheduled, int threads, const Sizes& sizes) {
  const std::vector<int64_t> caches = cacheSizes();
  const WorkProfile profile = profileOf(scheduled, caches, sizes);
  MeasuredSpeed speed{.threads = threads, .parallel = profile.parallel, .caches = caches.size()};
  if (const std::optional<Peaks> peaks = knownPeaks(profile.parallel ? threads : 1)) {
    MachineRoofs roofs{peaks->gflops32, peaks->gflops64, {}};
    for (size_t level = 1; level < peaks->caches.size(); ++level) roofs.gbps.push_back(peaks->caches[level].gbps);
    roofs.gbps.push_back(peaks->gbps);
    speed.estimate = estimateTime(profile, roofs);
  }
  return speed;
}

Message modelBesideTimes(const Attempt& attempt, const MeasuredSpeed& speed) {
  const auto now = attempt.counts.find("cycles"), start = attempt.startCounts.find("cycles");
  if (now == attempt.counts.end() || start == attempt.startCounts.end() || now->second <= 0 || start->second <= 0)
    return {};
  if (attempt.steps == 0 || !attempt.correct || attempt.ms <= 0 || attempt.startMs <= 0) return {};
  const double modelled = start->second / now->second, measured = attempt.startMs / attempt.ms;
  const std::string cycles = number(modelled), fast = number(measured);
  if (std::max(modelled / measured, measured / modelled) < kAgrees)
    return say("{0} times fewer cycles, {1} times as fast", cycles, fast);
  return say("{0} times fewer cycles, {1} times as fast: {2}", cycles, fast,
             reasonOf(attempt, speed, modelled, measured));
}

}  // namespace lw
