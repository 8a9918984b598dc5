// Counts of scheduled programs, compared with numbers that were counted by hand.
#include "backends/measure/counts.h"

#include <gtest/gtest.h>

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

TEST(Counts, AreTheSameAgain) { EXPECT_EQ(counted(kSquare, copy("vj, vi")), counted(kSquare, copy("vj, vi"))); }

}  // namespace
}  // namespace lw
