// Candidates for a GPU that is not here: emulated, checked, and timed by a model.
#include "backends/tune/emulator_runner.h"

#include <gtest/gtest.h>

#include "backends/tune/target_tuning.h"
#include "core/te/read_program.h"

namespace lw::tune {
namespace {

// `scale` is tuned; the others stand for candidates.
constexpr const char* kEmulated = R"(
@T.prim_func
def scale(A: T.Buffer((256, 64), "float32"), B: T.Buffer((256, 64), "float32")):
    for i, j in T.grid(256, 64):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * T.float32(2)

@T.prim_func
def rows(A: T.Buffer((256, 64), "float32"), B: T.Buffer((256, 64), "float32")):
    for i in T.thread_binding(256, thread="blockIdx.x"):
        for j in T.thread_binding(64, thread="threadIdx.x"):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi, vj] * T.float32(2)

@T.prim_func
def tripled(A: T.Buffer((256, 64), "float32"), B: T.Buffer((256, 64), "float32")):
    for i in T.thread_binding(256, thread="blockIdx.x"):
        for j in T.thread_binding(64, thread="threadIdx.x"):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi, vj] * T.float32(3)

@T.prim_func
def at_the_end(A: T.Buffer((256, 64), "float32"), B: T.Buffer((256, 64), "float32")):
    for i in T.thread_binding(256, thread="blockIdx.x"):
        for j in T.thread_binding(64, thread="threadIdx.x"):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi, vj] * T.if_then_else(vi < 255, T.float32(2), T.float32(3))

@T.prim_func
def racing(A: T.Buffer((256, 64), "float32"), B: T.Buffer((256, 64), "float32")):
    for i in T.thread_binding(256, thread="blockIdx.x"):
        for j in T.thread_binding(64, thread="threadIdx.x"):
            B[T.Cast("int32", A[i, j] * T.float32(0)), j] = A[i, j] * T.float32(2)

@T.prim_func
def outside(A: T.Buffer((256, 64), "float32"), B: T.Buffer((256, 64), "float32")):
    for i in T.thread_binding(256, thread="blockIdx.x"):
        for j in T.thread_binding(64, thread="threadIdx.x"):
            B[i + T.Cast("int32", A[i, j]) * 1000000 + 1000000, j] = A[i, j]

@T.prim_func
def unbound(A: T.Buffer((256, 64), "float32"), B: T.Buffer((256, 64), "float32")):
    for i, j in T.grid(256, 64):
        B[i, j] = A[i, j] * T.float32(2)
)";

class EmulatorRunnerTest : public testing::Test {
 protected:
  void SetUp() override { start({.measure = {.target = "gpu-emulator"}}); }
  void start(const EmulatorRunnerOptions& options) {
    file_ = readProgram("scale.py", kEmulated);
    auto started = EmulatorRunner::start(file_, function("scale"), options);
    ASSERT_TRUE(started.ok()) << started.error().message;
    runner_ = std::move(*started);
  }
  PrimFunc function(std::string_view name) const {
    for (const PrimFunc& f : file_.functions)
      if (f.name == name) return f;
    ADD_FAILURE() << "no function " << name;
    return file_.functions.at(0);
  }
  TrialResult resultOf(std::string_view name) {
    runner_->submit({next_++, function(name), "{}", 0});
    return runner_->next().value();
  }

  SourceFile file_;
  std::unique_ptr<EmulatorRunner> runner_;
  int next_ = 0;
};

TEST_F(EmulatorRunnerTest, ARightCandidateHasAlwaysTheSameTime) {
  const TrialResult r = resultOf("rows");
  ASSERT_EQ(r.outcome, Outcome::Measured) << r.why->message;
  ASSERT_EQ(r.ms.size(), 1u);
  EXPECT_GT(r.ms[0], 0);
  EXPECT_EQ(resultOf("rows").ms, r.ms);
  const std::vector<TrialResult> again = runner_->inTurns({{4, function("rows"), "{}", 0}}, 7);
  ASSERT_EQ(again.size(), 1u);
  EXPECT_EQ(again[0].number, 4);
  EXPECT_EQ(again[0].ms, r.ms);
}

TEST_F(EmulatorRunnerTest, AWrongResultIsNoTime) {
  const TrialResult r = resultOf("tripled");
  ASSERT_EQ(r.outcome, Outcome::Wrong);
  EXPECT_TRUE(r.ms.empty());
  EXPECT_TRUE(r.why->message.starts_with("B[")) << r.why->message;
  EXPECT_EQ(r.why->hint, "`lw run` with the steps of the candidate compares everything");
}

TEST_F(EmulatorRunnerTest, AFindingIsTheReason) {
  const TrialResult r = resultOf("racing");
  ASSERT_EQ(r.outcome, Outcome::Wrong) << (r.why ? r.why->message : "");
  EXPECT_EQ(r.why->kind, "emulator.race-of-blocks") << r.why->message;
}

TEST_F(EmulatorRunnerTest, WhatCannotContinueEndsOneCandidateOnly) {
  const TrialResult r = resultOf("outside");
  ASSERT_EQ(r.outcome, Outcome::Crashed) << (r.why ? r.why->message : "");
  EXPECT_NE(r.why->message.find("by thread (0, 0, 0)"), std::string::npos) << r.why->message;
  EXPECT_EQ(resultOf("rows").outcome, Outcome::Measured);
}

TEST_F(EmulatorRunnerTest, WhatIsNoKernelSaysWhy) {
  const TrialResult r = resultOf("unbound");
  ASSERT_EQ(r.outcome, Outcome::BuildFailed);
  EXPECT_FALSE(r.why->message.empty());
}

// What some blocks store is compared, and the whole program only where it would be the best.
TEST_F(EmulatorRunnerTest, OfLongLaunchesTheBestIsEmulatedAsAWhole) {
  start({.measure = {.target = "gpu-emulator"}, .launchSteps = 300, .wholeSteps = 1000});
  EXPECT_EQ(resultOf("tripled").outcome, Outcome::Wrong) << "in the first block already";
  EXPECT_EQ(resultOf("at_the_end").outcome, Outcome::Measured) << "the last block is not emulated";
  EXPECT_EQ(resultOf("racing").outcome, Outcome::Wrong) << "of the blocks that are emulated";
  start({.measure = {.target = "gpu-emulator"}, .launchSteps = 300});
  EXPECT_EQ(resultOf("at_the_end").outcome, Outcome::Wrong);
}

TEST_F(EmulatorRunnerTest, SaysWhetherAllResultsWereCompared) {
  EXPECT_TRUE(resultOf("rows").whole);
  start({.measure = {.target = "gpu-emulator"}, .launchSteps = 300, .wholeSteps = 1000});
  EXPECT_FALSE(resultOf("rows").whole);
  EXPECT_FALSE(resultOf("at_the_end").whole);
  const std::vector<TrialResult> again =
      runner_->inTurns({{0, function("rows"), "{}", 0}, {1, function("at_the_end"), "{}", 0}}, 1);
  ASSERT_EQ(again.size(), 2u);
  EXPECT_TRUE(again[0].whole) << "the limit is higher at the end";
  EXPECT_EQ(again[1].outcome, Outcome::Wrong);
  start({.measure = {.target = "gpu-emulator"}, .launchSteps = 300, .wholeSteps = 1000, .finalSteps = 1000});
  EXPECT_FALSE(runner_->inTurns({{0, function("rows"), "{}", 0}}, 1).at(0).whole);
}

TEST_F(EmulatorRunnerTest, ADeviceThatIsNotKnownIsRefused) {
  const auto started = EmulatorRunner::start(file_, function("scale"), {.measure = {.device = "sm_1"}});
  ASSERT_FALSE(started.ok());
  EXPECT_EQ(started.error().kind, "run.device");
}

TEST_F(EmulatorRunnerTest, CancellingEndsWhatRuns) {
  runner_->submit({0, function("rows"), "{}", 0});
  runner_->cancel();
  EXPECT_FALSE(runner_->next());
}

// Kernels of a device that has a driver here are built, checked and timed like those of the processor.
TEST(DeviceTrials, AreMeasuredOnTheDevice) {
  const SourceFile file = readProgram("scale.py", kEmulated);
  const auto function = [&](std::string_view name) {
    return *std::find_if(file.functions.begin(), file.functions.end(), [&](const auto& f) { return f.name == name; });
  };
  const TargetDescriptor* openCl = findTarget("opencl");
  if (!openCl->find().available) GTEST_SKIP() << "no OpenCL device";
  LocalRunnerOptions options;
  options.measure.target = "opencl";
  Result<StartedRunner> started = startRunner(file, function("scale"), options);
  ASSERT_TRUE(started.ok()) << started.error().message;
  const auto resultOf = [&](std::string_view name) {
    started->runner->submit({0, function(name), "{}", 0});
    return started->runner->next().value();
  };
  const TrialResult right = resultOf("rows");
  ASSERT_EQ(right.outcome, Outcome::Measured) << right.why->message;
  EXPECT_GE(right.ms.size(), 3u);
  EXPECT_GT(right.ms[0], 0);
  EXPECT_EQ(resultOf("tripled").outcome, Outcome::Wrong);
  EXPECT_EQ(resultOf("unbound").outcome, Outcome::BuildFailed);
  EXPECT_EQ(started->runner->inTurns({{3, function("rows"), "{}", 0}}, 4).at(0).ms.size(), 4u);
}

}  // namespace
}  // namespace lw::tune
