// Candidates that are built and run for a search: right ones are timed, and all others are told apart.
#include "backends/tune/local_runner.h"

#include <gtest/gtest.h>
#include <sched.h>

#include <atomic>
#include <map>
#include <thread>

#include "backends/tune/trial_bench.h"
#include "backends/tune/turnstile.h"
#include "core/te/read_program.h"
#include "tests/waiting.h"

namespace lw::tune {
namespace {

// `scale` is tuned; the others stand for candidates.
constexpr const char* kText = R"(
@T.prim_func
def scale(A: T.Buffer((256, 64), "float32"), B: T.Buffer((256, 64), "float32")):
    for i, j in T.grid(256, 64):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * T.float32(2)

@T.prim_func
def tripled(A: T.Buffer((256, 64), "float32"), B: T.Buffer((256, 64), "float32")):
    for i, j in T.grid(256, 64):
        B[i, j] = A[i, j] * T.float32(3)

@T.prim_func
def outside(A: T.Buffer((256, 64), "float32"), B: T.Buffer((256, 64), "float32")):
    for i, j in T.grid(256, 64):
        B[i * 100000000, j] = A[i, j] * T.float32(2)

@T.prim_func
def endless(A: T.Buffer((256, 64), "float32"), B: T.Buffer((256, 64), "float32")):
    for r in range(100000000000):
        for i, j in T.grid(256, 64):
            B[i, j] = B[i, j] * T.float32(0.5) + A[i, j]

@T.prim_func
def stranger(A: T.Buffer((256, 64), "float32"), B: T.Buffer((256, 64), "float32")):
    for i in range(256):
        B[i, 0] = T.call_extern("float32", "no_such_function", A[i, 0])

@T.prim_func
def packed(A: T.Buffer((256, 64), "float32"), B: T.Buffer((256, 64), "float32")):
    T.func_attr({"layout_free_buffers": [0]})
    P = T.alloc_buffer((64, 256))
    for i, j in T.grid(256, 64):
        with T.block("P"):
            vi, vj = T.axis.remap("SS", [i, j])
            T.block_attr({"meta_schedule.layout_rewrite_preproc": True})
            P[vj, vi] = A[vi, vj]
    for i, j in T.grid(256, 64):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = P[vj, vi] * T.float32(2)

@T.prim_func
def packed_wrongly(A: T.Buffer((256, 64), "float32"), B: T.Buffer((256, 64), "float32")):
    T.func_attr({"layout_free_buffers": [0]})
    P = T.alloc_buffer((64, 256))
    for i, j in T.grid(256, 64):
        with T.block("P"):
            vi, vj = T.axis.remap("SS", [i, j])
            T.block_attr({"meta_schedule.layout_rewrite_preproc": True})
            P[vj, vi] = A[vi, vj] + T.float32(1)
    for i, j in T.grid(256, 64):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = P[vj, vi] * T.float32(2)

@T.prim_func
def packed_late(A: T.Buffer((256, 64), "float32"), B: T.Buffer((256, 64), "float32")):
    T.func_attr({"layout_free_buffers": [0]})
    P = T.alloc_buffer((64, 256))
    for i, j in T.grid(256, 64):
        with T.block("P"):
            vi, vj = T.axis.remap("SS", [i, j])
            T.block_attr({"meta_schedule.layout_rewrite_preproc": True})
            P[vj, vi] = A[vi, vj] + B[vi, vj]
    for i, j in T.grid(256, 64):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = P[vj, vi] * T.float32(2)

@T.prim_func
def slow(A: T.Buffer((256, 64), "float32"), B: T.Buffer((256, 64), "float32")):
    for i in T.parallel(256):
        for r in range(400000):
            for j in T.vectorized(64):
                B[i, j] = B[i, j] * T.float32(0) + A[i, j] * T.float32(2)

@T.prim_func
def slow_and_wrong(A: T.Buffer((256, 64), "float32"), B: T.Buffer((256, 64), "float32")):
    for i in T.parallel(256):
        for r in range(400000):
            for j in T.vectorized(64):
                B[i, j] = B[i, j] * T.float32(0) + A[i, j] * T.float32(3)
)";

class LocalRunnerTest : public testing::Test {
 protected:
  void SetUp() override {
    file_ = readProgram("scale.py", kText);
    LocalRunnerOptions options;
    options.measure.threads = 1;
    options.measure.peaks = false;
    options.maxSeconds = 0.5;
    auto started = LocalRunner::start(file_, function("scale"), options);
    ASSERT_TRUE(started.ok()) << started.error().message;
    runner_ = std::move(*started);
  }
  PrimFunc function(std::string_view name) const {
    for (const PrimFunc& f : file_.functions)
      if (f.name == name) return f;
    ADD_FAILURE() << "no function " << name;
    return file_.functions.at(0);
  }
  TrialResult resultOf(std::string_view name, double bestMs = 0) {
    runner_->submit({next_++, function(name), "{}", bestMs});
    return runner_->next().value();
  }

  SourceFile file_;
  std::unique_ptr<LocalRunner> runner_;
  int next_ = 0;
};

TEST_F(LocalRunnerTest, ARightCandidateIsTimed) {
  const TrialResult r = resultOf("scale");
  EXPECT_EQ(r.outcome, Outcome::Measured);
  EXPECT_GE(r.ms.size(), 3u);
  EXPECT_GT(r.ms[0], 0);
  EXPECT_GT(r.compileMs, 0);
  EXPECT_FALSE(r.why);
}

TEST_F(LocalRunnerTest, SeveralWorkersReportEachCandidateOnce) {
  LocalRunnerOptions options;
  options.measure.threads = 1;
  options.measure.peaks = false;
  options.maxSeconds = 0.5;
  options.cores = std::make_shared<CorePool>(std::vector<int>{0, 0, 0});  // this machine may have one core
  options.stopRatio = 1e6;  // the same kernel may be slowed down by others many times
  auto started = LocalRunner::start(file_, function("scale"), options);
  ASSERT_TRUE(started.ok()) << started.error().message;
  const char* names[] = {"scale", "tripled", "scale", "outside", "scale", "stranger", "scale", "scale"};
  for (int i = 0; i < 8; ++i) (*started)->submit({i, function(names[i]), "{}", 0});
  std::map<int, Outcome> outcomes;
  while (const std::optional<TrialResult> r = (*started)->next())
    EXPECT_TRUE(outcomes.emplace(r->number, r->outcome).second) << r->number;
  ASSERT_EQ(outcomes.size(), 8u);
  for (const int i : {0, 2, 4, 6, 7}) EXPECT_EQ(outcomes[i], Outcome::Measured) << i;
  EXPECT_EQ(outcomes[1], Outcome::Wrong);
  EXPECT_EQ(outcomes[3], Outcome::Crashed);
  EXPECT_EQ(outcomes[5], Outcome::BuildFailed);
  const std::vector<TrialResult> again = (*started)->inTurns({{0, function("scale"), "{}", 0}}, 3);
  ASSERT_EQ(again.size(), 1u);
  EXPECT_EQ(again[0].ms.size(), 3u);
}

TEST_F(LocalRunnerTest, WorkersAreCancelledTogether) {
  LocalRunnerOptions options;
  options.measure.threads = 1;
  options.measure.peaks = false;
  options.maxSeconds = 100'000;
  options.cores = std::make_shared<CorePool>(std::vector<int>{0, 0});
  std::atomic<int> begun = 0;
  options.turn = [&] {
    ++begun;
    return nullptr;
  };
  auto started = LocalRunner::start(file_, function("scale"), options);
  ASSERT_TRUE(started.ok()) << started.error().message;
  for (int i = 0; i < 3; ++i) (*started)->submit({i, function("endless"), "{}", 0});
  test::waitUntil([&] { return begun >= 2; });
  (*started)->cancel();
  EXPECT_FALSE((*started)->next());
  started->reset();  // joins the workers, whose kernels would not end for a day
}

TEST(SlowCandidates, AreTimedAgainWhileSamplesDisagree) {
  EXPECT_FALSE(isSlow({9}, 10, false));
  EXPECT_FALSE(isSlow({30}, 10, false)) << "one sample may be disturbed";
  EXPECT_TRUE(isSlow({30, 31}, 10, false));
  EXPECT_FALSE(isSlow({30, 45}, 10, false)) << "they disagree";
  EXPECT_FALSE(isSlow({30, 45, 9}, 10, true)) << "the least counts";
  EXPECT_TRUE(isSlow({30, 45, 28}, 10, true));
  EXPECT_TRUE(isSlow({50}, 10, false)) << "far beyond any disturbance";
}

TEST(CorePool, GivesEachCoreToOneAtATime) {
  const auto pool = std::make_shared<CorePool>(std::vector<int>{3, 5});
  std::atomic<int> taken = 0, most = 0;
  std::atomic<bool> same = false;
  std::atomic<int> holders[6] = {};
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i)
    threads.emplace_back([&] {
      for (int n = 0; n < 50; ++n) {
        const std::shared_ptr<const int> core = pool->take();
        const int now = ++taken;
        int seen = most;
        while (now > seen && !most.compare_exchange_weak(seen, now)) {
        }
        if (++holders[*core] > 1) same = true;
        std::this_thread::yield();
        --holders[*core];
        --taken;
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_LE(most, 2);
  EXPECT_FALSE(same);
  EXPECT_EQ(pool->size(), 2);
}

TEST(CorePool, KernelsOfSeveralThreadsRunAlone) {
  EXPECT_EQ(coresOfKernels(8, 4)->size(), 1);
  EXPECT_EQ(*coresOfKernels(8, 4)->take(), kAnyCore);
  EXPECT_EQ(coresOfKernels(1, 1)->size(), 1);
  EXPECT_EQ(coresOfKernels(10'000, 1)->size(), mostWorkers());
  EXPECT_GE(mostWorkers(), 1);
}

// The cores that were left to kernels are those of the pool, and no others.
TEST(CorePool, TheOtherCoresAreLeftToTheSearch) {
  std::thread([] {
    cpu_set_t before, after;
    ASSERT_EQ(sched_getaffinity(0, sizeof before, &before), 0);
    const std::shared_ptr<CorePool> pool = coresOfKernels(1, 1);
    leaveCoresTo(*pool);
    ASSERT_EQ(sched_getaffinity(0, sizeof after, &after), 0);
    for (const int core : pool->cores()) {
      if (core == kAnyCore) continue;  // there is one core only
      EXPECT_TRUE(CPU_ISSET(core, &before));
      EXPECT_FALSE(CPU_ISSET(core, &after));
      CPU_SET(core, &after);
    }
    EXPECT_TRUE(CPU_EQUAL(&before, &after));
  }).join();
}

TEST(CorePool, TheSearchSharesACoreWhereKernelsHaveAll) {
  std::thread([] {
    cpu_set_t before, after;
    ASSERT_EQ(sched_getaffinity(0, sizeof before, &before), 0);
    const std::shared_ptr<CorePool> pool = coresOfKernels(mostWorkers(), 1);
    EXPECT_EQ(pool->size(), CPU_COUNT(&before));
    leaveCoresTo(*pool);
    ASSERT_EQ(sched_getaffinity(0, sizeof after, &after), 0);
    EXPECT_TRUE(CPU_EQUAL(&before, &after));
  }).join();
}

TEST_F(LocalRunnerTest, AWrongResultIsNoTime) {
  const TrialResult r = resultOf("tripled");
  EXPECT_EQ(r.outcome, Outcome::Wrong);
  EXPECT_TRUE(r.ms.empty());
  EXPECT_EQ(r.why->kind, "tune.wrong");
  EXPECT_TRUE(r.why->message.starts_with("B[")) << r.why->message;
  EXPECT_TRUE(r.why->message.ends_with(" elements differ")) << r.why->message;
}

// Packing runs before the calls, and what it gives is part of what is checked.
TEST_F(LocalRunnerTest, WeightsArePackedOnce) {
  const TrialResult right = resultOf("packed");
  EXPECT_EQ(right.outcome, Outcome::Measured) << (right.why ? right.why->message : "");
  EXPECT_GE(right.ms.size(), 3u);
  const TrialResult wrong = resultOf("packed_wrongly");
  EXPECT_EQ(wrong.outcome, Outcome::Wrong);
  EXPECT_EQ(wrong.why->kind, "tune.wrong");
  const TrialResult late = resultOf("packed_late");
  EXPECT_EQ(late.outcome, Outcome::BuildFailed);
  EXPECT_EQ(late.why->message,
            "block P cannot run once before the calls, as its annotation says: it reads B, which layout_free_buffers "
            "does not list");
  const std::vector<TrialResult> again =
      runner_->inTurns({{7, function("packed"), "{}", 0}, {8, function("scale"), "{}", 0}}, 3);
  ASSERT_EQ(again.size(), 2u);
  EXPECT_EQ(again[0].ms.size(), 3u);
}

TEST_F(LocalRunnerTest, ACrashEndsOneCandidateOnly) {
  const TrialResult r = resultOf("outside");
  EXPECT_EQ(r.outcome, Outcome::Crashed);
  EXPECT_EQ(r.why->kind.substr(0, 7), "runner.") << r.why->message;
  EXPECT_EQ(resultOf("scale").outcome, Outcome::Measured);
}

TEST_F(LocalRunnerTest, ACandidateThatDoesNotEndIsEnded) {
  const TrialResult r = resultOf("endless");
  EXPECT_EQ(r.outcome, Outcome::TimedOut);
  EXPECT_EQ(r.why->message, "one call did not end within 500 ms");
  EXPECT_EQ(resultOf("endless", 60).why->message, "one call did not end within 600 ms") << "ten times the best";
  EXPECT_EQ(resultOf("scale").outcome, Outcome::Measured);
}

// What is timed on a part is not compared; at the end it runs whole, and is.
TEST_F(LocalRunnerTest, ALongCallIsTimedOnAPart) {
  LocalRunnerOptions options;
  options.measure.threads = 1;
  options.measure.peaks = false;
  options.partMs = 1;
  options.stopRatio = 1e6;
  auto started = LocalRunner::start(file_, function("scale"), options);
  ASSERT_TRUE(started.ok()) << started.error().message;
  runner_ = std::move(*started);
  for (const char* name : {"slow", "slow_and_wrong"}) {
    const TrialResult r = resultOf(name);
    EXPECT_EQ(r.outcome, Outcome::Measured) << name;
    EXPECT_FALSE(r.whole) << name;
    ASSERT_TRUE(r.why) << name;
    EXPECT_EQ(r.why->kind, "tune.part");
    EXPECT_TRUE(r.why->message.starts_with("timed on 1/")) << r.why->message;
    EXPECT_TRUE(r.why->message.ends_with("as if all took as long; results were not compared")) << r.why->message;
  }
  std::vector<TrialResult> again =
      runner_->inTurns({{1, function("slow"), "{}", 0}, {2, function("slow_and_wrong"), "{}", 0}}, 3);
  ASSERT_EQ(again.size(), 2u);
  if (again[0].number == 2) std::swap(again[0], again[1]);
  EXPECT_EQ(again[1].outcome, Outcome::Wrong);
  EXPECT_TRUE(again[1].ms.empty());
  ASSERT_EQ(again[0].outcome, Outcome::Measured);
  EXPECT_TRUE(again[0].whole);
  EXPECT_EQ(again[0].ms.size(), 3u);
  EXPECT_TRUE(resultOf("scale").whole) << "short calls are";
}

TEST_F(LocalRunnerTest, WhatCannotBeBuiltSaysWhy) {
  const TrialResult r = resultOf("stranger");
  EXPECT_EQ(r.outcome, Outcome::BuildFailed);
  EXPECT_FALSE(r.why->message.empty());
}

TEST_F(LocalRunnerTest, ASlowCandidateIsStoppedEarly) {
  const TrialResult r = resultOf("scale", 1e-9);
  EXPECT_EQ(r.outcome, Outcome::Stopped);
  EXPECT_EQ(r.ms.size(), 1u);
  EXPECT_EQ(r.why->kind, "tune.stopped");
  EXPECT_TRUE(r.why->message.starts_with("one call takes ")) << r.why->message;
}

TEST_F(LocalRunnerTest, ResultsComeInOrderAndEachOnce) {
  for (int i = 0; i < 6; ++i) runner_->submit({i, function(i % 2 ? "tripled" : "scale"), "{}", 0});
  for (int i = 0; i < 6; ++i) EXPECT_EQ(runner_->next()->number, i);
  EXPECT_FALSE(runner_->next());
}

TEST_F(LocalRunnerTest, TheBestAreMeasuredInTurns) {
  const std::vector<TrialResult> again =
      runner_->inTurns({{4, function("scale"), "{}", 0}, {9, function("scale"), "{}", 0}}, 5);
  ASSERT_EQ(again.size(), 2u);
  EXPECT_EQ(again[0].number, 4);
  EXPECT_EQ(again[1].number, 9);
  EXPECT_EQ(again[0].ms.size(), 5u);
  EXPECT_EQ(again[1].ms.size(), 5u);
}

TEST_F(LocalRunnerTest, CancellingEndsWhatRuns) {
  runner_->submit({0, function("endless"), "{}", 0});
  runner_->cancel();
  EXPECT_FALSE(runner_->next());
}

TEST_F(LocalRunnerTest, WhilePausedNothingIsMeasured) {
  runner_->pause(true);
  runner_->submit({0, function("scale"), "{}", 0});
  runner_->pause(false);
  EXPECT_EQ(runner_->next()->outcome, Outcome::Measured);
}

// While a kernel on all cores is timed, nothing is compiled, and the other way round.
TEST(Turnstiles, LetOneThroughAtATime) {
  Turnstile machine;
  std::string order;
  std::shared_ptr<void> first = machine.pass();
  std::thread second([&] {
    const std::shared_ptr<void> mine = machine.pass();
    order += "second";
  });
  order += "first, ";
  first.reset();
  second.join();
  EXPECT_EQ(order, "first, second");
  EXPECT_NE(machine.pass(), nullptr);
}

}  // namespace
}  // namespace lw::tune
