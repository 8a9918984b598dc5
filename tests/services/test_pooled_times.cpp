// One time for one thing: rows of runs at made-up times.
#include <gtest/gtest.h>

#include "app/services/runs/pooled_times.h"
#include "tests/services/fixture.h"

namespace lw {
namespace {

// A run of a state, with a reference that took `referenceMs` in the same turns.
RunRow ran(int node, double ms, double referenceMs, const char* code = "") {
  RunRow row;
  row.node = row.step = node;
  row.target = "cpu";
  row.conditions = "mm";
  row.samples = row.reference.samples = 10;
  row.medianMs = row.ownMs = ms, row.lowMs = row.minMs = 0.99 * ms, row.highMs = row.maxMs = 1.01 * ms;
  row.reference.ms = referenceMs;
  row.reference.lowMs = 0.99 * referenceMs, row.reference.highMs = 1.01 * referenceMs;
  row.reference.kind = "reference";
  row.checked = row.ok = true;
  row.gflops = 1000 / ms;
  row.code = code;
  return row;
}

std::vector<RunRow> pool(std::vector<RunRow> rows) {
  poolTimes(rows);
  return rows;
}

TEST(PooledTimes, TheReferenceHasOneTimeWhateverTheRun) {
  const std::vector<RunRow> rows = pool({ran(0, 551, 280), ran(1, 351, 281), ran(2, 140, 279)});
  for (const RunRow& row : rows) EXPECT_EQ(row.reference.ms, 280);
  EXPECT_EQ(referenceRatio(rows[0]), "1.97× slower");
  EXPECT_EQ(referenceRatio(rows[1]), "1.25× slower");
  EXPECT_EQ(referenceRatio(rows[2]), "2.00× faster");
  EXPECT_EQ(rows[0].reference.samples, 30);
}

// A window in which 551 ms were "1.02× faster", 351 ms "1.56× slower" and 284 ms "1.01× faster": the machine's speed
// changed by more than what is compared.
TEST(PooledTimes, WhatTheMachineChangedBetweenRunsIsPartOfTheSpread) {
  const std::vector<RunRow> rows = pool({ran(0, 551, 562), ran(1, 351, 225), ran(2, 284, 287)});
  for (const RunRow& row : rows) {
    EXPECT_EQ(row.reference.ms, 287);
    EXPECT_LE(row.reference.lowMs, 225);
    EXPECT_GE(row.reference.highMs, 562);
    EXPECT_EQ(referenceRatio(row), "indistinguishable");
  }
  EXPECT_EQ(compareRuns(rows[2], rows[0]), "indistinguishable") << "551 ms were timed on a machine half as fast";
}

TEST(PooledTimes, RunsOfAQuietMachineCountAlone) {
  std::vector<RunRow> rows{ran(0, 300, 280), ran(1, 290, 282), ran(2, 600, 560)};
  rows[0].otherCores = rows[1].otherCores = 0.05;
  rows[2].otherCores = 1.9;
  rows = pool(rows);
  EXPECT_EQ(rows[2].reference.ms, 281);
  EXPECT_EQ(loadText(rows[0]), "");
  EXPECT_EQ(loadText(rows[2]), "1.9 other cores were busy");
  EXPECT_NE(compareRuns(rows[2], rows[0]), "2.00× slower");
}

TEST(PooledTimes, TheSameCodeHasOneTime) {
  // A step that only annotates; its run took twice as long, as it happened.
  const std::vector<RunRow> rows = pool({ran(0, 100, 90, "a1"), ran(1, 204, 90, "a1"), ran(2, 50, 90, "b2")});
  EXPECT_EQ(rows[0].medianMs, rows[1].medianMs);
  EXPECT_EQ(rows[0].together, 2);
  EXPECT_EQ(rows[0].gflops, rows[1].gflops);
  EXPECT_DOUBLE_EQ(rows[0].gflops * rows[0].medianMs, 1000) << "the operations are still the same";
  EXPECT_EQ(rows[1].ownMs, 204);
  EXPECT_EQ(compareRuns(rows[1], rows[0]), "the same code");
  EXPECT_NE(compareRuns(rows[2], rows[0]), "the same code");
  EXPECT_EQ(rows[2].medianMs, 50);
}

TEST(PooledTimes, OtherConditionsAreOtherTimes) {
  std::vector<RunRow> rows{ran(0, 100, 90, "a1"), ran(0, 60, 50, "a1")};
  rows[1].conditions = "mm on two threads";
  rows = pool(rows);
  EXPECT_EQ(rows[0].medianMs, 100);
  EXPECT_EQ(rows[0].reference.ms, 90);
  EXPECT_EQ(rows[1].reference.ms, 50);
  rows = {ran(0, 100, 90), ran(1, 80, 30)};
  rows[0].reference.blas = "OpenBLAS 0.3.21, Prescott kernels",
  rows[1].reference.blas = "OpenBLAS 0.3.21, SkylakeX kernels";
  rows = pool(rows);
  EXPECT_EQ(rows[0].reference.ms, 90) << "other kernels are another reference";
  rows = {ran(0, 100, 90, "a1"), ran(1, 1, 90, "a1")};
  rows[1].ok = false;
  EXPECT_EQ(pool(rows)[0].medianMs, 100) << "the time of a wrong result is none";
}

TEST(PooledTimes, TheStartHasOneTimeToo) {
  std::vector<RunRow> rows{ran(0, 100, 90), ran(1, 50, 90), ran(0, 110, 90)};
  rows[1].baselineMs = 100;
  EXPECT_EQ(pool(rows)[1].baselineMs, 110) << "that of its last run, as everywhere";
}

TEST(PooledTimes, OneRunHasNoSpread) {
  RunRow once = ran(1, 100, 200);
  once.samples = once.reference.samples = 1;
  once.lowMs = once.highMs = 100;
  EXPECT_EQ(spreadText(once), "1 run");
  EXPECT_EQ(referenceRatio(once), "2.00× faster in 1 run");
  EXPECT_EQ(spreadText(ran(1, 100, 200)), "± 1.00 ms");
}

TEST(PooledTimes, KernelsThatDoNotFitAreNamed) {
  RunRow row = ran(1, 100, 360);
  EXPECT_EQ(referenceDoubt(row), "");
  row.reference.blas = "OpenBLAS 0.3.21, Prescott kernels";
  row.reference.blasExpected = "SkylakeX";
  EXPECT_EQ(referenceDoubt(row),
            "OpenBLAS 0.3.21, Prescott kernels, which do not use what this processor can do (SkylakeX kernels would): "
            "the reference takes too long");
}

}  // namespace
}  // namespace lw
