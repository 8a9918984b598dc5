#include "core/tune/importance.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/schedule/random.h"

namespace lw::tune {
namespace {

const DecisionImportance& named(const std::vector<DecisionImportance>& all, const std::string& name) {
  for (const DecisionImportance& d : all)
    if (d.name == name) return d;
  ADD_FAILURE() << "no decision " << name;
  return all.at(0);
}

double noise(Random& random) { return static_cast<double>(random.below(2001) - 1000) / 1000; }  // variance 1/3

// log(ms) = 2 * (width is 16) + 0.5 * order + noise; `color` changes nothing.
std::vector<TimedDecisions> measuredBy(uint64_t seed, int count) {
  Random random(seed);
  std::vector<TimedDecisions> all;
  for (int i = 0; i < count; ++i) {
    const int64_t width = random.below(2), order = random.below(2), color = random.below(5);
    const double log = 2.0 * static_cast<double>(width) + 0.5 * static_cast<double>(order) + 0.3 * noise(random);
    all.push_back(
        {{{"color", color}, {"width", StepValue::List{64 >> (2 * width), 4 << (2 * width)}}, {"order", order}},
         std::exp(log)});
  }
  return all;
}

TEST(Importance, FindsTheDecisionThatMatters) {
  const auto all = importanceOf(measuredBy(1, 200));
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all[0].name, "width");
  EXPECT_EQ(all[1].name, "order");
  EXPECT_EQ(all[2].name, "color");
  // The variances are 1, 1/16 and 0, and that of the noise 0.03.
  const double variance = 1 + 1.0 / 16 + 0.03;
  EXPECT_NEAR(all[0].share, 1 / variance, 0.06);
  EXPECT_NEAR(all[0].alone, all[0].share, 0.06);
  EXPECT_NEAR(all[1].share, 1.0 / 16 / variance, 0.03);
  EXPECT_LT(all[2].high, 0.02);
  EXPECT_EQ(toText(all[0].best), "[64, 4]");
  EXPECT_EQ(toText(all[1].best), "0");
}

TEST(Importance, TheIntervalCoversTheTrueShare) {
  const double truth = 1 / (1 + 1.0 / 16 + 0.03);
  int covered = 0;
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    const auto all = importanceOf(measuredBy(seed, 100), {.seed = seed});
    const DecisionImportance& width = named(all, "width");
    EXPECT_LE(width.low, width.share);
    EXPECT_LE(width.share, width.high);
    EXPECT_LT(width.high - width.low, 0.4);
    covered += width.low <= truth && truth <= width.high;
  }
  EXPECT_GE(covered, 16);  // 18 are expected
}

TEST(Importance, DecisionsThatActTogetherShareTheVariance) {
  Random random(3);
  std::vector<TimedDecisions> measured;
  for (int i = 0; i < 200; ++i) {
    const int64_t a = random.below(2), b = random.below(2), c = random.below(2);
    measured.push_back({{{"a", a}, {"b", b}, {"c", c}}, a == b ? 1.0 : 8.0});
  }
  const auto all = importanceOf(measured);
  for (const char* name : {"a", "b"}) {
    EXPECT_GT(named(all, name).share, 0.7) << name;
    EXPECT_LT(named(all, name).alone, 0.2) << name;
  }
  EXPECT_LT(named(all, "c").share, 0.05);
}

TEST(Importance, ADecisionThatOnlySomeCandidatesHave) {
  Random random(4);
  std::vector<TimedDecisions> measured;
  for (int i = 0; i < 120; ++i) {
    const int64_t unrolled = random.below(2), steps = random.below(3);
    Decisions d = {{"unrolled", unrolled}};
    if (unrolled == 1) d.push_back({"steps", steps});
    measured.push_back({d, unrolled == 1 ? 1.0 + 0.1 * static_cast<double>(steps) : 10.0});
  }
  measured.push_back({{{"unrolled", 1}, {"steps", 0}}, INFINITY});  // it failed, and is left out
  const auto all = importanceOf(measured);
  ASSERT_EQ(all.size(), 2u);
  EXPECT_GT(named(all, "unrolled").share + named(all, "steps").share, 0.8);
  EXPECT_EQ(toText(named(all, "unrolled").best), "1");
}

TEST(Importance, TheSameSeedGivesTheSameNumbers) {
  const auto measured = measuredBy(1, 60);
  const auto a = importanceOf(measured, {.seed = 5}), b = importanceOf(measured, {.seed = 5});
  for (size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(a[i].name, b[i].name);
    EXPECT_EQ(a[i].share, b[i].share);
    EXPECT_EQ(a[i].low, b[i].low);
    EXPECT_EQ(a[i].high, b[i].high);
  }
}

TEST(Importance, NothingIsSaidOfFewTimesOrEqualOnes) {
  EXPECT_TRUE(importanceOf(measuredBy(1, 15)).empty());
  auto equalTimes = measuredBy(1, 40);
  for (TimedDecisions& t : equalTimes) t.ms = 2;
  EXPECT_TRUE(importanceOf(equalTimes).empty());
  EXPECT_TRUE(importanceOf({}).empty());
}

}  // namespace
}  // namespace lw::tune
