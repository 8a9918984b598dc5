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

// Samples in the order in which they were taken. The interval also contains the medians of both halves, so that it
// covers a machine that became slower or faster meanwhile.
TimeSummary summarizeInOrder(std::span<const double> samples);
// Whether the machine became slower or faster meanwhile: no sample of one half is within the range of the other's, and
// their medians differ by more than 3 %. Needs six samples.
bool drifts(std::span<const double> samples);
// One time from measurements at different times: the median of their medians, with an interval that covers what the
// machine changed between them. Those without samples do not count.
TimeSummary pooled(std::span<const TimeSummary> batches);

enum class Comparison { Faster, Slower, Indistinguishable };
// Compares a with b: indistinguishable if the intervals of their medians overlap.
Comparison compareTimes(const TimeSummary& a, const TimeSummary& b);

}  // namespace lw
