#include "backends/runner/statistics.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace lw {
namespace {

constexpr double kSteady = 1.03;  // medians that differ by less are those of one speed

// Interpolates linearly between neighbours, as NumPy does.
double quantile(const std::vector<double>& sorted, double q) {
  const double at = q * static_cast<double>(sorted.size() - 1);
  const auto low = static_cast<size_t>(at);
  const size_t high = std::min(low + 1, sorted.size() - 1);
  return sorted[low] + (at - static_cast<double>(low)) * (sorted[high] - sorted[low]);
}

// P(exactly k of n samples lie below the median) for k = 0, 1, ...: the binomial distribution with p = 1/2. By sums of
// logarithms, because 2^-n is 0 for n from 1075 on, and not by lgamma(), which writes a global variable.
class BelowMedian {
 public:
  explicit BelowMedian(int n) : n_(n), log_(-n * std::log(2.0)) {}
  double next() {
    const double probability = std::exp(log_);
    log_ += std::log(static_cast<double>(n_ - k_) / (k_ + 1));
    ++k_;
    return probability;
  }

 private:
  int n_, k_ = 0;
  double log_;
};

}  // namespace

TimeSummary summarize(std::span<const double> samples) {
  TimeSummary s;
  s.count = static_cast<int>(samples.size());
  if (samples.empty()) return s;
  std::vector<double> sorted(samples.begin(), samples.end());
  std::sort(sorted.begin(), sorted.end());
  s.min = sorted.front();
  s.max = sorted.back();
  s.median = quantile(sorted, 0.5);
  s.lowerQuartile = quantile(sorted, 0.25);
  s.upperQuartile = quantile(sorted, 0.75);
  // The median is outside [x_k, x_(n-1-k)] with probability 2 P(at most k samples below it).
  BelowMedian exactly(s.count);
  int k = 0;
  double below = exactly.next();
  for (double more = exactly.next(); 2 * (k + 1) < s.count && 2 * (below + more) <= 0.05; more = exactly.next()) {
    below += more;
    ++k;
  }
  s.medianLow = sorted[static_cast<size_t>(k)];
  s.medianHigh = sorted[static_cast<size_t>(s.count - 1 - k)];
  s.confidence = std::max(0.0, 1 - 2 * below);
  return s;
}

TimeSummary summarizeInOrder(std::span<const double> samples) {
  TimeSummary s = summarize(samples);
  if (samples.size() < 4) return s;
  const size_t half = samples.size() / 2;
  for (const std::span<const double> part : {samples.first(half), samples.last(half)}) {
    const double median = summarize(part).median;
    s.medianLow = std::min(s.medianLow, median);
    s.medianHigh = std::max(s.medianHigh, median);
  }
  return s;
}

bool drifts(std::span<const double> samples) {
  if (samples.size() < 6) return false;
  const size_t half = samples.size() / 2;
  const TimeSummary before = summarize(samples.first(half)), after = summarize(samples.last(half));
  const bool apart = before.max < after.min || after.max < before.min;
  const auto [less, more] = std::minmax(before.median, after.median);
  return apart && more > kSteady * less;
}

TimeSummary pooled(std::span<const TimeSummary> batches) {
  std::vector<TimeSummary> counted;
  for (const TimeSummary& batch : batches)
    if (batch.count > 0) counted.push_back(batch);
  if (counted.size() < 2) return counted.empty() ? TimeSummary{} : counted.front();
  std::sort(counted.begin(), counted.end(),
            [](const TimeSummary& a, const TimeSummary& b) { return a.median < b.median; });
  std::vector<double> medians;
  for (const TimeSummary& batch : counted) medians.push_back(batch.median);
  TimeSummary all = summarize(medians);
  const TimeSummary& middle = counted[(counted.size() - 1) / 2];
  all.medianLow = std::min(all.medianLow, middle.medianLow);
  all.medianHigh = std::max(all.medianHigh, middle.medianHigh);
  all.count = 0;
  for (const TimeSummary& batch : counted) {
    all.count += batch.count;
    all.min = std::min(all.min, batch.min);
    all.max = std::max(all.max, batch.max);
  }
  return all;
}

Comparison compareTimes(const TimeSummary& a, const TimeSummary& b) {
  if (a.count == 0 || b.count == 0) return Comparison::Indistinguishable;
  if (a.medianHigh < b.medianLow) return Comparison::Faster;
  if (a.medianLow > b.medianHigh) return Comparison::Slower;
  return Comparison::Indistinguishable;
}

}  // namespace lw
