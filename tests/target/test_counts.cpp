// Counts of scheduled programs, compared with numbers that were counted by hand.
#include "backends/measure/counts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "backends/measure/model_beside_times.h"
#include "backends/measure/model_costs.h"
#include "core/script/schedule_script.h"
#include "core/text/tir/parser.h"
#include "passes/pipeline.h"

namespace lw {
namespace {

// The body of a function of A and B, after steps.
Counts counted(const std::string& parameters, const std::string& body, const std::vector<std::string>& steps = {}) {
  const SourceFile file = parseSource(
      "counted.py", "from tvm.script import tir as T\n\n\n@T.prim_func\ndef f(" + parameters + "):\n" + body);
  EXPECT_TRUE(file.select("").ok()) << body;
  Schedule schedule{Snapshot(*file.select(""))};
  for (const std::string& step : steps) {
    Result<Schedule> next = runStep(step, schedule);
    EXPECT_TRUE(next.ok()) << step;
    if (next) schedule = *std::move(next);
  }
  Counts counts = countsOf(schedule.program().function());
  const LoopCosts loops = loopCosts(writtenOut(lowerForCpu(schedule.program().function())));
  counts["loops"] = loops.cycles;
  return counts;
}

const char* const kSquare = "A: T.Buffer((64, 64), \"float32\"), B: T.Buffer((64, 64), \"float32\")";

std::string copy(const std::string& from) {
  return "    for i, j in T.grid(64, 64):\n        with T.block(\"B\"):\n            vi, vj = T.axis.remap(\"SS\", [i, "
         "j])\n"
         "            B[vi, vj] = A[" +
         from + "]\n";
}

TEST(Counts, LoadsStoresAndLines) {
  // One load, one store and the end of the loop: the store takes a cycle. The end of the outer loop takes half a cycle.
  // A row has 4 lines of A, and of B.
  Counts rows = counted(kSquare, copy("vi, vj"));
  EXPECT_EQ(rows["loops"], 64 * (64 + 0.5));
  EXPECT_EQ(rows["lines"], 64 * (4 + 4));
  EXPECT_EQ(rows["bytes"], 2 * 64 * 64 * 4);
  EXPECT_EQ(rows["bytes past L1"], 2 * 64 * 64 * 4);
  // Each element of a column is on a line of its own.
  EXPECT_EQ(counted(kSquare, copy("vj, vi"))["lines"], 64 * (64 + 4));
  EXPECT_EQ(counted(kSquare, copy("vi, vj"), {"reorder(j, i)"})["lines"], 64 * (64 + 64));
}

TEST(Counts, VectorsOfNeighboursAreLoadedAtOnce) {
  // 16 elements are two registers: two cycles for the stores.
  const std::vector<std::string> steps{"split(j, [None, 16])", "vectorize(j_1)"};
  EXPECT_EQ(counted(kSquare, copy("vi, vj"), steps)["loops"], 64 * (4 * 2 + 0.5));
  // 16 loads, two in a cycle.
  EXPECT_EQ(counted(kSquare, copy("vj, vi"), steps)["loops"], 64 * (4 * 8 + 0.5));
}

TEST(Counts, ThreadsAreStarted) {
  EXPECT_EQ(counted(kSquare, copy("vi, vj"), {"parallel(i)"})["loops"], 5000 + 8 * (64 + 0.5));
  EXPECT_EQ(counted(kSquare, copy("vi, vj"), {"parallel(j)"})["loops"], 64 * (5000 + 8 + 0.5));
}

TEST(Counts, SumsWaitForTheirPreviousValue) {
  const char* const parameters = "A: T.Buffer((64, 64), \"float32\"), B: T.Buffer((64,), \"float32\")";
  const std::string sum =
      "    for i, k in T.grid(64, 64):\n        with T.block(\"B\"):\n            vi, vk = T.axis.remap(\"SR\", [i, "
      "k])\n"
      "            with T.init():\n                B[vi] = T.float32(0)\n            B[vi] = B[vi] + A[vi, vk]\n";
  // 4 cycles for each, one for the store of the sum after the loop, and one for its start before it.
  EXPECT_EQ(counted(parameters, sum)["loops"], 64 * (64 * 4 + 1 + 1));
  // Written out, the four sums still wait for each other.
  Counts unrolled = counted(parameters, sum, {"split(k, [None, 4])", "decompose_reduction(\"B\", k_0)", "unroll(k_1)"});
  EXPECT_EQ(unrolled["loops"], 64 * (16 * 16 + 1 + 1));
}

// ---- what costs most, and the model beside the times ----

Attempt attempt(double fewer, double faster, double ms = 1) {
  return {.steps = 1,
          .correct = true,
          .ms = ms,
          .startMs = ms * faster,
          .counts = {{"cycles", 1000}},
          .startCounts = {{"cycles", 1000 * fewer}}};
}

TEST(ModelBesideTimes, SaysWhyTheyDisagree) {
  const auto said = [](double fewer, double faster, MeasuredSpeed speed, double ms = 1) {
    return modelBesideTimes(attempt(fewer, faster, ms), speed).text();
  };
  const TimeEstimate memory{.ms = 0.8, .bound = 2}, second{.ms = 0.8, .bound = 0}, arithmetic{.ms = 0.8, .bound = -1};
  EXPECT_EQ(said(14.8, 1.83, {.estimate = memory, .caches = 3}),
            "14.8 times fewer cycles, 1.83 times as fast: bound by memory here");
  EXPECT_EQ(said(14.8, 1.83, {.estimate = second, .caches = 3}),
            "14.8 times fewer cycles, 1.83 times as fast: bound by the cache L2 here");
  EXPECT_EQ(said(14.8, 1.83, {.estimate = arithmetic, .caches = 3}),
            "14.8 times fewer cycles, 1.83 times as fast: bound by arithmetic here: it is near this machine's peak");
  // The roof does not explain a run that takes five times as long.
  EXPECT_EQ(said(14.8, 1.83, {.threads = 2, .parallel = true, .estimate = memory, .caches = 3}, 5),
            "14.8 times fewer cycles, 1.83 times as fast: the model has 8 cores, and this ran on 2 threads");
  EXPECT_EQ(said(14.8, 1.83, {.threads = 1, .parallel = true}),
            "14.8 times fewer cycles, 1.83 times as fast: the model has 8 cores, and this ran on one thread");
  EXPECT_EQ(said(14.8, 1.83, {.threads = 8, .parallel = true}, 0.01),
            "14.8 times fewer cycles, 1.83 times as fast: starting threads takes much of so short a run");
  for (const double faster : {2.0, 50.0})
    EXPECT_THAT(said(14.8, faster, {}), testing::EndsWith("do what the model does not count"));
  EXPECT_EQ(said(14.8, 12, {.estimate = memory, .caches = 3}), "14.8 times fewer cycles, 12 times as fast");
}

TEST(ModelBesideTimes, SaysNothingWithoutBoth) {
  Attempt none = attempt(2, 2);
  none.counts.clear();
  EXPECT_TRUE(modelBesideTimes(none, {}).empty());
  Attempt untimed = attempt(2, 2);
  untimed.startMs = 0;
  EXPECT_TRUE(modelBesideTimes(untimed, {}).empty());
  Attempt wrong = attempt(2, 2);
  wrong.correct = false;
  EXPECT_TRUE(modelBesideTimes(wrong, {}).empty());
  Attempt written = attempt(1, 1);
  written.steps = 0;
  EXPECT_TRUE(modelBesideTimes(written, {}).empty());
}

TEST(ModelCosts, NameTheCopyThatCostsMost) {
  const char* const parameters =
      "A: T.Buffer((64, 64), \"float32\"), B: T.Buffer((64, 64), \"float32\"), C: T.Buffer((64, 64), \"float32\")";
  const std::string body =
      "    for i, j in T.grid(64, 64):\n        with T.block(\"turned\"):\n"
      "            vi, vj = T.axis.remap(\"SS\", [i, j])\n            C[vi, vj] = A[vj, vi]\n"
      "    for i, j in T.grid(64, 64):\n        with T.block(\"B\"):\n"
      "            vi, vj = T.axis.remap(\"SS\", [i, j])\n            B[vi, vj] = T.float32(1)\n";
  const SourceFile file = parseSource("costs.py", "from tvm.script import tir as T\n\n\n@T.prim_func\ndef f(" +
                                                      std::string(parameters) + "):\n" + body);
  const ModelledCosts costs = modelledCosts(*file.select(""));
  ASSERT_EQ(costs.blocks.size(), 2u);
  EXPECT_EQ(costs.blocks[0].words().text(), "the copy of A");
  EXPECT_EQ(costs.blocks[1].words().text(), "block B");
  ASSERT_EQ(costs.loops.size(), 4u);
  // A store in each iteration; half a cycle for the end of an iteration of the outer loop; then the bytes.
  EXPECT_EQ(costs.loops[0].limits[static_cast<size_t>(ModelLimit::Stores)], 64 * 64);
  EXPECT_EQ(costs.loops[1].parent, 0);
  EXPECT_EQ(costs.loops[0].lines, 64 * (64 + 4));
  EXPECT_EQ(costs.whole.lines, 64 * (64 + 4) + 64 * 4);
  for (const ModelledLoop& loop : costs.loops) EXPECT_EQ(loop.most(), ModelLimit::Stores);
  const Countable* const cycles = &countables()[0];
  ASSERT_EQ(cycles->name, "cycles");
  const Attempt now{.counts = countsOf(*file.select("")), .startCounts = countsOf(*file.select(""))};
  const Challenge twice{.counted = {{cycles, 2, 0}}}, done{.counted = {{cycles, 0, 1e9}}};
  EXPECT_THAT(missingWords(twice, now, costs).text(),
              testing::MatchesRegex("the copy of A costs [0-9]+ of [0-9]+ cycles: stores"));
  EXPECT_TRUE(missingWords(done, now, costs).empty());
  const Challenge lines{.counted = {{&countables()[1], 2, 0}}};
  EXPECT_EQ(missingWords(lines, now, costs).text(), "the copy of A goes through 4352 of 4608 cache lines");
}

TEST(Counts, AreTheSameAgain) { EXPECT_EQ(counted(kSquare, copy("vj, vi")), counted(kSquare, copy("vj, vi"))); }

}  // namespace
}  // namespace lw
