// Kernels in the child process: results, timing, and every way to die.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <signal.h>
#include <unistd.h>

#include <thread>

#include "backends/blas/library.h"
#include "backends/cpu/cpu.h"
#include "backends/runner/runner.h"
#include "backends/target/peaks.h"
#include "core/ir/ops.h"
#include "tests/waiting.h"

namespace lw {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

constexpr int kCount = 1000;

struct Program {
  Buffer a = makeBuffer("A", {kCount}, dtype::Int32), b = makeBuffer("B", {kCount}, dtype::Int32);
  Var i{"i"};

  Expr loadA(Expr at) const { return BufferLoad{a, {std::move(at)}}; }
  Stmt storeB(Expr at, Expr value) const { return BufferStore{b, {std::move(at)}, std::move(value)}; }
  Stmt loop(int extent, Stmt body, ForKind kind = ForKind::Serial) const {
    return For{.var = i, .min = 0, .extent = extent, .kind = kind, .body = std::move(body)};
  }
  KernelCode compile(Stmt body) const {
    PrimFunc func("main", std::move(body));
    for (const Buffer& buffer : {a, b}) {
      Var handle(buffer->name + "_handle", dtype::Handle());
      func.params.push_back(handle);
      func.buffers.emplace_back(handle, buffer);
    }
    // The least optimisation: an access out of bounds is undefined, and must still happen.
    auto module = compileForCpu(func, {.optLevel = 0});
    EXPECT_TRUE(module.ok()) << (module.ok() ? "" : toText(module.error()));
    if (!module.ok()) return {};
    return {module->object, module->symbol, module->failures, "main"};
  }
};

class RunnerTest : public testing::Test {
 protected:
  RunnerTest() {
    for (int k = 0; k < kCount; ++k) inA[k] = k;
  }
  Result<RunReport> run(Stmt body, double timeout = 20) {
    return runKernel(
        {.kernel = program.compile(std::move(body)),
         .buffers = {{"A", inA.data(), sizeof(int32_t) * kCount, false}, {"B", outB.data(), sizeof(int32_t) * kCount}},
         .threads = 2,
         .repeat = 3,
         .runner = {.timeoutSeconds = timeout}});
  }
  std::string messageOf(Stmt body, double timeout = 20) {
    auto report = run(std::move(body), timeout);
    return report.ok() ? "ran" : report.error().message;
  }
  Program program;
  std::vector<int32_t> inA = std::vector<int32_t>(kCount), outB = std::vector<int32_t>(kCount);
};

TEST_F(RunnerTest, ReturnsResultsOfOneRunAndTimesOfMany) {
  const Expr i = program.i;
  const Stmt accumulate = program.storeB(i, BufferLoad{program.b, {i}} + program.loadA(i) * 3);
  auto report = run(program.loop(kCount, accumulate, ForKind::Parallel));
  ASSERT_TRUE(report.ok()) << toText(report.error());
  for (int k = 0; k < kCount; ++k) ASSERT_EQ(outB[k], 3 * k) << "the result is that of one run on the given contents";
  EXPECT_EQ(report->ms.size(), 3u);
  for (const double ms : report->ms) EXPECT_GT(ms, 0);
}

TEST_F(RunnerTest, ShortKernelsAreCalledOftenEnoughPerSample) {
  const Expr i = program.i;
  auto report = runKernel({.kernel = program.compile(program.loop(kCount, program.storeB(i, program.loadA(i)))),
                           .buffers = {{"A", inA.data(), 4 * kCount, false}, {"B", outB.data(), 4 * kCount}},
                           .repeat = 2,
                           .minMs = 5});
  ASSERT_TRUE(report.ok()) << toText(report.error());
  EXPECT_GT(report->loopsPerSample, 10);
  EXPECT_GT(report->ms[0] * static_cast<double>(report->loopsPerSample), 1.0);
}

TEST_F(RunnerTest, AccessesOutsideABufferAreNamed) {
  const Expr i = program.i;
  EXPECT_THAT(messageOf(program.loop(kCount + 500000, program.storeB(i, program.loadA(0)))),
              testing::AnyOf(HasSubstr("past the end of buffer B, which has 4000 bytes"),
                             HasSubstr("past the end of buffer B")));
  EXPECT_THAT(messageOf(program.storeB(0, program.loadA(-100000))),
              HasSubstr("before the start of buffer A, which has 4000 bytes"));
  EXPECT_EQ(messageOf(program.storeB(kCount + 1, 7)), "the kernel wrote past the end of buffer B")
      << "in the slack of the alignment";
  EXPECT_EQ(messageOf(program.storeB(-1, 7)), "the kernel wrote before the start of buffer B");
  EXPECT_THAT(messageOf(program.storeB(kCount + 100, program.loadA(0))), StartsWith("kernel main wrote"));
}

TEST_F(RunnerTest, DivisionByZeroHangAssertionAndAbortAreExplained) {
  const Expr i = program.i;
  EXPECT_EQ(messageOf(program.storeB(0, rawBinary(BinaryOp::Div, 7, program.loadA(0)))),
            "kernel main divided an integer by zero");
  const Stmt forever = While{ge(program.loadA(0), 0), program.storeB(0, 1)};
  EXPECT_EQ(messageOf(forever, 0.3), "kernel main did not end within 0.3 s and was stopped");
  EXPECT_EQ(messageOf(program.loop(kCount, AssertStmt{lt(i, 500), "i stays below 500", program.storeB(i, 1)},
                                   ForKind::Parallel)),
            "kernel main: assertion failed: i stays below 500");
  EXPECT_THAT(messageOf(Evaluate{Call{dtype::Void(), "call_extern", {StringImm{"abort"}}}}),
              HasSubstr("kernel main was aborted"));
  EXPECT_EQ(messageOf(Evaluate{Call{dtype::Int32, "call_extern", {StringImm{"no_such_function"}}}}),
            "the kernel calls no_such_function, which no loaded library defines");
  EXPECT_THAT(messageOf(Evaluate{Call{dtype::Void(), "call_extern", {StringImm{"exit"}, 3}}}),
              HasSubstr("exit code 3"));
  // A program that was opened may not run others, read files or open connections by naming a function.
  for (const char* name : {"system", "execv", "fork", "open", "fopen", "socket", "dlopen", "unlink"})
    EXPECT_THAT(messageOf(Evaluate{Call{dtype::Int32, "call_extern", {StringImm{name}, 0}}}),
                HasSubstr("the kernel calls " + std::string(name) + ","));
}

TEST_F(RunnerTest, ACrashInsideAParallelLoopIsCaught) {
  EXPECT_THAT(messageOf(program.loop(kCount, program.storeB(program.i * 5000, 1), ForKind::Parallel)),
              HasSubstr("kernel main wrote"));
}

TEST_F(RunnerTest, WhatAKernelPrintsComesBack) {
  auto report =
      run(Evaluate{Call{dtype::Int32, "call_extern", {StringImm{"puts"}, StringImm{"hello from the kernel"}}}});
  ASSERT_TRUE(report.ok()) << toText(report.error());
  EXPECT_EQ(report->output, "hello from the kernel\n");
}

TEST_F(RunnerTest, KernelsOfOneProcessCanBeInterleaved) {
  auto process = RunnerProcess::start({.threads = 2});
  ASSERT_TRUE(process.ok()) << toText(process.error());
  const Expr i = program.i;
  auto first = process->loadKernel(program.compile(program.loop(kCount, program.storeB(i, program.loadA(i)))));
  auto second = process->loadKernel(
      program.compile(program.loop(kCount, program.storeB(i, program.loadA(i) + 1), ForKind::Parallel)));
  ASSERT_TRUE(first.ok() && second.ok());
  auto a = process->addBuffer("A", inA.data(), 4 * kCount), b = process->addBuffer("B", nullptr, 4 * kCount);
  ASSERT_TRUE(a.ok() && b.ok());
  for (int round = 0; round < 3; ++round)
    for (const int kernel : {*first, *second}) {
      auto ns = process->run({.kernel = kernel, .buffers = {*a, *b}, .threads = kernel + 1});
      ASSERT_TRUE(ns.ok()) << toText(ns.error());
      ASSERT_TRUE(process->fetch(*b, outB.data()).ok());
      EXPECT_EQ(outB[999], 999 + kernel);
    }
  EXPECT_TRUE(process->dropBuffer(*b).ok());
  EXPECT_EQ(process->run({.kernel = *first, .buffers = {*a, *b}}).error().message, "unknown buffer 1");
}

TEST_F(RunnerTest, ADeadChildIsReportedAndStaysDead) {
  auto process = RunnerProcess::start();
  ASSERT_TRUE(process.ok());
  kill(process->pid(), SIGKILL);
  auto number = process->addBuffer("A", inA.data(), 4 * kCount);
  ASSERT_FALSE(number.ok());
  EXPECT_THAT(number.error().message, HasSubstr("ended unexpectedly"));
  EXPECT_FALSE(process->alive());
  EXPECT_EQ(process->addBuffer("A", nullptr, 4).error().kind, "runner.dead");
}

TEST_F(RunnerTest, ACancelledRunEndsTheChild) {
  const Stmt forever = While{ge(program.loadA(0), 0), program.storeB(0, 1)};
  int asked = 0;
  auto report = runKernel({.kernel = program.compile(forever),
                           .buffers = {{"A", inA.data(), 4 * kCount, false}, {"B", outB.data(), 4 * kCount}},
                           .runner = {.cancelled = [&] { return ++asked > 2; }}});
  ASSERT_FALSE(report.ok());
  EXPECT_EQ(report.error().message, "the run of kernel main was cancelled");
}

TEST_F(RunnerTest, AMissingProgramIsNamed) {
  auto process = RunnerProcess::start({.program = "/nowhere/lw-runner"});
  ASSERT_FALSE(process.ok());
  EXPECT_EQ(process.error().message,
            "the program that runs kernels, /nowhere/lw-runner, cannot be started: No such file or directory");
}

TEST_F(RunnerTest, TheChildEndsWithItsSocketNotWithTheThreadThatStartedIt) {
  std::optional<RunnerProcess> process;
  std::string thread;
  std::thread([&] {
    thread = "/proc/self/task/" + std::to_string(gettid());
    auto started = RunnerProcess::start();
    ASSERT_TRUE(started.ok());
    process.emplace(std::move(*started));
  }).join();
  test::waitUntil([&] { return access(thread.c_str(), F_OK) != 0; });
  EXPECT_TRUE(process->addBuffer("A", inA.data(), 4 * kCount).ok());
  const int pid = process->pid();
  process.reset();
  EXPECT_NE(kill(pid, 0), 0);
}

TEST(Runner, MeasuresWhatTheMachineDoesAtBest) {
  auto process = RunnerProcess::start();
  ASSERT_TRUE(process.ok());
  const auto peaks = process->measurePeaks(1, {32 << 10, 1 << 20});
  ASSERT_TRUE(peaks.ok()) << peaks.error().message;
  EXPECT_EQ(peaks->productGflops, 0) << "not asked for";
  ASSERT_EQ(peaks->cacheGbps.size(), 2u);
  std::printf("  one thread: %.1f GFLOP/s float32, %.1f float64, L1 %.0f, L2 %.0f, memory %.1f GB/s\n", peaks->gflops32,
              peaks->gflops64, peaks->cacheGbps[0], peaks->cacheGbps[1], peaks->memoryGbps);
  // How great they are says nothing here: other tests run at the same time.
  EXPECT_GT(peaks->gflops64, 0);
  EXPECT_GT(peaks->gflops32, 0);
  EXPECT_LT(peaks->gflops32, 1000);
  EXPECT_GT(peaks->memoryGbps, 0);
  ASSERT_EQ(peaks->cacheGbps.size(), 2u);
  EXPECT_GT(peaks->cacheGbps[0], 0);
}

// What comparisons with a reference rest on: OpenBLAS reaches 60 % of the peak, or it is said that it does not.
TEST(Runner, OpenBlasReachesItsShareOfThePeakOrItIsSaid) {
  if (!blas::functions()) GTEST_SKIP() << "no OpenBLAS here";
  auto process = RunnerProcess::start({.variables = blas::variables()});
  ASSERT_TRUE(process.ok());
  Peaks best;
  for (int round = 0; round < 3; ++round) {
    const auto found = process->measurePeaks(1, {}, true);
    ASSERT_TRUE(found.ok()) << found.error().message;
    EXPECT_EQ(found->productKernels, blas::kernels().name);
    best.gflops32 = std::max(best.gflops32, found->gflops32);
    best.productGflops = std::max(best.productGflops, found->productGflops);
    best.productKernels = found->productKernels;
  }
  const std::string text = productText(best);
  std::printf("  %s\n", text.c_str());
  ASSERT_GT(best.productGflops, 0);
  const bool enough = best.productGflops / best.gflops32 >= 0.6;
  EXPECT_EQ(text.find("take too long") == std::string::npos, enough) << text;
  EXPECT_NE(text.find(blas::kernels().name + " kernels"), std::string::npos) << text;
}

}  // namespace
}  // namespace lw
