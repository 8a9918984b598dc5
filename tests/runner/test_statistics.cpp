#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "backends/runner/statistics.h"

namespace lw {
namespace {

TEST(Statistics, MedianQuartilesAndExtremes) {
  const std::vector<double> samples{5, 1, 4, 2, 3};
  const TimeSummary s = summarize(samples);
  EXPECT_EQ(s.count, 5);
  EXPECT_EQ(s.median, 3);
  EXPECT_EQ(s.min, 1);
  EXPECT_EQ(s.max, 5);
  EXPECT_EQ(s.lowerQuartile, 2);
  EXPECT_EQ(s.upperQuartile, 4);
  EXPECT_EQ(summarize(std::vector<double>{1, 2}).median, 1.5);
  EXPECT_EQ(summarize({}).count, 0);
}

// The textbook's order statistics for the median at 95%: n = 6: 1st to 6th, 10: 2nd to 9th, 20: 6th to 15th, 30: 10th
// to 21st.
TEST(Statistics, IntervalOfTheMedianFromOrderStatistics) {
  const auto interval = [](int n) {
    std::vector<double> samples;
    for (int i = 1; i <= n; ++i) samples.push_back(i);
    const TimeSummary s = summarize(samples);
    return std::pair{s.medianLow, s.medianHigh};
  };
  EXPECT_EQ(interval(6), (std::pair{1.0, 6.0}));
  EXPECT_EQ(interval(10), (std::pair{2.0, 9.0}));
  EXPECT_EQ(interval(20), (std::pair{6.0, 15.0}));
  EXPECT_EQ(interval(30), (std::pair{10.0, 21.0}));
  std::vector<double> three{1, 2, 3};
  EXPECT_DOUBLE_EQ(summarize(three).confidence, 0.75) << "three samples cannot give 95%";
}

TEST(Statistics, IntervalOfManySamplesIsTheNormalOne) {
  std::vector<double> samples(1'000'000);
  std::iota(samples.begin(), samples.end(), 0.0);
  const TimeSummary s = summarize(samples);
  EXPECT_NEAR(s.medianHigh - s.medianLow, 1.96 * 1000, 3);  // 2 * 1.96 * sqrt(n) / 2
  EXPECT_NEAR(s.confidence, 0.95, 1e-3);
}

TEST(Statistics, TimesThatOverlapAreIndistinguishable) {
  const auto around = [](double middle) {
    std::vector<double> samples;
    for (int i = -10; i <= 10; ++i) samples.push_back(middle + 0.01 * i);
    return summarize(samples);
  };
  EXPECT_EQ(compareTimes(around(1.0), around(2.0)), Comparison::Faster);
  EXPECT_EQ(compareTimes(around(2.0), around(1.0)), Comparison::Slower);
  EXPECT_EQ(compareTimes(around(1.0), around(1.05)), Comparison::Indistinguishable);
}

TEST(Statistics, ADriftIsPartOfTheInterval) {
  const std::vector<double> steady{10, 11, 10, 12, 11, 10, 11, 10, 12, 11};
  EXPECT_FALSE(drifts(steady));
  EXPECT_EQ(summarizeInOrder(steady).medianLow, summarize(steady).medianLow);
  // Five samples at one speed of the machine, five at another.
  const std::vector<double> slower{10, 10, 10, 10, 10, 20, 20, 20, 20, 20};
  EXPECT_TRUE(drifts(slower));
  EXPECT_EQ(summarizeInOrder(slower).medianLow, 10);
  EXPECT_EQ(summarizeInOrder(slower).medianHigh, 20);
  EXPECT_FALSE(drifts(std::vector<double>{10, 10, 10, 20, 20})) << "too few to tell";
  EXPECT_FALSE(drifts(std::vector<double>{10, 10, 10, 10.1, 10.1, 10.1})) << "a hundredth is no other speed";
  EXPECT_FALSE(drifts(std::vector<double>{10, 10, 30, 20, 20, 20})) << "one disturbed sample";
}

TEST(Statistics, MeasurementsAtDifferentTimesArePooled) {
  const auto batch = [](double median, int count = 10) {
    return TimeSummary{.count = count,
                       .median = median,
                       .min = 0.9 * median,
                       .max = 1.1 * median,
                       .medianLow = 0.99 * median,
                       .medianHigh = 1.01 * median};
  };
  EXPECT_EQ(pooled({}).count, 0);
  const std::vector<TimeSummary> one{batch(100), TimeSummary{}};
  EXPECT_EQ(pooled(one).medianHigh, 101) << "without others it is what it was";
  const std::vector<TimeSummary> three{batch(100), batch(200), batch(110, 4)};
  const TimeSummary all = pooled(three);
  EXPECT_EQ(all.median, 110);
  EXPECT_EQ(all.count, 24);
  EXPECT_EQ(all.medianLow, 100);
  EXPECT_EQ(all.medianHigh, 200) << "what the machine changed";
  EXPECT_DOUBLE_EQ(all.min, 90);
  EXPECT_DOUBLE_EQ(all.max, 220);
  std::vector<TimeSummary> many(12, batch(100));
  many.push_back(batch(300));
  EXPECT_LT(pooled(many).medianHigh, 110) << "one disturbed measurement of thirteen";
}

}  // namespace
}  // namespace lw
