// Statistics of running times, without assumptions on their distribution.
#pragma once

#include <span>

namespace lw {

struct TimeSummary {
  int count = 0;
  double median = 0, min = 0, max = 0;
  double lowerQuartile = 0, upperQuartile = 0;
  // An interval that contains the true median with at least `confidence`, from order statistics (binomial). With too
  // few samples it is [min, max], and the confidence is lower than the requested 95 %.
  double medianLow = 0, medianHigh = 0, confidence = 0;
};

TimeSummary summarize(std::span<const double> samples);

enum class Comparison { Faster, Slower, Indistinguishable };
// Compares a with b: indistinguishable if the intervals of their medians overlap.
Comparison compareTimes(const TimeSummary& a, const TimeSummary& b);

}  // namespace lw
