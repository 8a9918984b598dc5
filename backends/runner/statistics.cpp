#include "backends/runner/statistics.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace lw {
namespace {

// Interpolates linearly between neighbours, as NumPy does.
double quantile(const std::vector<double>& sorted, double q) {
  const double at = q * static_cast<double>(sorted.size() - 1);
  const auto low = static_cast<size_t>(at);
  const size_t high = std::min(low + 1, sorted.size() - 1);
  return sorted[low] + (at - static_cast<double>(low)) * (sorted[high] - sorted[low]);
}

// P(fewer than k of n samples lie below the median), k from 0: the binomial distribution with p = 1/2.
double binomialBelow(int n, int k) {
  double sum = 0;
  for (int i = 0; i < k; ++i)
    sum += std::exp(std::lgamma(n + 1) - std::lgamma(i + 1) - std::lgamma(n - i + 1) - n * std::log(2.0));
  return sum;
}

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
  int k = 0;
  while (2 * (k + 1) < s.count && 2 * binomialBelow(s.count, k + 2) <= 0.05) ++k;
  s.medianLow = sorted[static_cast<size_t>(k)];
  s.medianHigh = sorted[static_cast<size_t>(s.count - 1 - k)];
  s.confidence = std::max(0.0, 1 - 2 * binomialBelow(s.count, k + 1));
  return s;
}

Comparison compareTimes(const TimeSummary& a, const TimeSummary& b) {
  if (a.count == 0 || b.count == 0) return Comparison::Indistinguishable;
  if (a.medianHigh < b.medianLow) return Comparison::Faster;
  if (a.medianLow > b.medianHigh) return Comparison::Slower;
  return Comparison::Indistinguishable;
}

}  // namespace lw
