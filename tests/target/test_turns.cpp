// Turns of a kernel and its reference, with made-up times.
#include <gmock/gmock.h>

#include "backends/measure/turns.h"
#include "backends/runner/statistics.h"

namespace lw {
namespace {

using testing::SizeIs;

// Times of a machine whose speed is `speed(round)`; the kernel takes 2 ms at speed 1, the reference 3.
struct Machine {
  std::function<double(int)> speed;
  int kernels = 0, references = 0, asked = 0;
  std::string order = {};

  Turns run(const TurnLimits& limits, double spentMs = 0) {
    const auto kernel = [&]() -> Result<double> {
      order += "k";
      return 2 / speed(kernels++);
    };
    const auto reference = [&]() -> Result<double> {
      order += "r";
      return 3 / speed(references++);
    };
    const Result<Turns> turns = takeTurns(kernel, reference, limits, spentMs, [&](double) -> Status {
      ++asked;
      return success();
    });
    EXPECT_TRUE(turns.ok());
    return turns.ok() ? *turns : Turns{};
  }
};

TEST(Turns, OfASteadyMachineAreAsManyAsAskedFor) {
  Machine machine{[](int) { return 1.0; }};
  const Turns turns = machine.run({.repeat = 8});
  EXPECT_THAT(turns.kernel, SizeIs(8));
  EXPECT_THAT(turns.reference, SizeIs(8));
  EXPECT_EQ(machine.order, "rkrkrkrkrkrkrkrk");
  EXPECT_EQ(machine.asked, 8);
}

TEST(Turns, OfAMachineThatSpeedsUpAreTakenUntilItIsSteady) {
  Machine machine{[](int round) { return round < 4 ? 0.5 : 1.0; }};
  const Turns turns = machine.run({.repeat = 8});
  EXPECT_THAT(turns.kernel, SizeIs(8));
  EXPECT_GT(machine.kernels, 8);
  EXPECT_LE(machine.kernels, 16);
  EXPECT_FALSE(drifts(turns.kernel));
  EXPECT_FALSE(drifts(turns.reference));
  EXPECT_DOUBLE_EQ(summarizeInOrder(turns.kernel).median, 2);
}

TEST(Turns, OfAMachineThatNeverIsSteadyAllCount) {
  Machine machine{[](int round) { return 1.0 / (1 + round); }};
  const Turns turns = machine.run({.repeat = 6});
  EXPECT_THAT(turns.kernel, SizeIs(18)) << "three times as many, and no more";
  const TimeSummary time = summarizeInOrder(turns.kernel);
  EXPECT_LT(time.medianLow, 0.7 * time.median) << "the spread says so";
}

TEST(Turns, EndWhenTheTimeIsOver) {
  Machine machine{[](int) { return 1.0; }};
  EXPECT_THAT(machine.run({.repeat = 100, .mostMs = 26}).kernel, SizeIs(6)) << "5 ms a round";
  Machine many{[](int) { return 1.0; }};
  EXPECT_THAT(many.run({.repeat = 100, .mostMs = 50, .calls = 10}).kernel, SizeIs(3)) << "ten calls in a sample";
  Machine slow{[](int) { return 1.0; }};
  const Turns turns = slow.run({.repeat = 10, .kernel = false}, 1e6);
  EXPECT_THAT(turns.kernel, SizeIs(0));
  EXPECT_THAT(turns.reference, SizeIs(1)) << "once, for the comparison";
}

TEST(Turns, AnErrorEndsThem) {
  Explanation broken;
  broken.message = "crashed";
  const auto fine = []() -> Result<double> { return 1.0; };
  const auto failing = [&]() -> Result<double> { return broken; };
  const auto next = [](double) -> Status { return success(); };
  EXPECT_EQ(takeTurns(failing, fine, {}, 0, next).error().message, "crashed");
  EXPECT_EQ(takeTurns(fine, failing, {}, 0, next).error().message, "crashed");
  EXPECT_FALSE(takeTurns(fine, {}, {}, 0, [&](double) -> Status { return broken; }).ok()) << "cancelled";
  EXPECT_THAT(takeTurns(fine, {}, {.repeat = 4}, 0, next)->reference, SizeIs(0));
}

// The last of some short samples counts; a long one is taken once.
TEST(Turns, ShortSamplesAreWarm) {
  int taken = 0;
  double cold = 3;
  const std::function<Result<double>()> sample = [&]() -> Result<double> { return ++taken == 1 ? cold : 2; };
  EXPECT_EQ(*warmed(sample)(), 2);
  EXPECT_EQ(taken, 2) << "3 ms are enough";
  cold = 1, taken = 0;
  EXPECT_EQ(*warmed(sample)(), 2);
  EXPECT_EQ(taken, 3);
  taken = 0;
  EXPECT_GT(*warmed([&]() -> Result<double> { return ++taken, 1e-9; })(), 0);
  EXPECT_EQ(taken, 50) << "not for ever";
  cold = 3;
  taken = 0;
  EXPECT_EQ(*warmed(sample, 1000)(), 3) << "of 1000 calls";
  cold = 400, taken = 0;
  EXPECT_EQ(*warmed(sample)(), 400);
  EXPECT_EQ(taken, 1);
  Explanation broken;
  broken.message = "crashed";
  EXPECT_EQ(warmed([&]() -> Result<double> { return broken; })().error().message, "crashed");
}

}  // namespace
}  // namespace lw
