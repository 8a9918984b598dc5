// lw cost: what the parts of a program cost, by counting and by the model of the course; and what `lw run` says of it.
#include <nlohmann/json.hpp>

#include "tests/cli/cli_fixture.h"

namespace lw::test {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;
using Json = nlohmann::json;

const std::string kPacking = std::string(LW_SOURCE_DIR) + "/samples/course/05_packing.py";

TEST_F(Cli, TheModelSaysWhatLimitsEachLoopAndWhatTheGoalLacks) {
  const Outcome table = lw("cost " + kPacking + " --model --script " + kPacking + ":first_try");
  EXPECT_EQ(table.code, 0) << table.err;
  EXPECT_THAT(table.out, ContainsRegex("cycles +share +cache lines +limited by"));
  EXPECT_THAT(table.out, ContainsRegex("  loop k .* loads [(][0-9]+ %[)]"));
  EXPECT_THAT(table.out, HasSubstr("goal: 26 times fewer cycles than the start, in at most 12 steps"));
  EXPECT_THAT(table.out, ContainsRegex("  not yet: [0-9.]+ of 26 times fewer cycles"));
  EXPECT_THAT(table.out, ContainsRegex("  block C_update costs [0-9]+ of [0-9]+ cycles: loads"));
  const Outcome solved = lw("cost " + kPacking + " --model --script " + kPacking + ":solution");
  EXPECT_THAT(solved.out, ContainsRegex("  reached: [0-9.]+ times fewer cycles"));
  EXPECT_THAT(solved.out, HasSubstr("the copy of B"));
  EXPECT_THAT(solved.out, Not(HasSubstr(" costs ")));
}

TEST_F(Cli, TheModelIsWhatTheChallengeCounts) {
  const Outcome cost = lw("cost " + kPacking + " --model --json --script " + kPacking + ":solution");
  ASSERT_EQ(cost.code, 0) << cost.err;
  const Json model = Json::parse(cost.out)["model"];
  const Outcome start = lw("cost " + kPacking + " --model --json");
  const Json before = Json::parse(start.out)["model"];
  char times[32];
  std::snprintf(times, sizeof times, "%.3g times", before["cycles"].get<double>() / model["cycles"].get<double>());
  EXPECT_EQ(model["goal"]["counted"], std::string(times) + " fewer cycles");
  EXPECT_EQ(model["goal"]["reached"], true);
  double top = 0, limits = 0;
  for (const Json& loop : model["loops"])
    if (loop["parent"] == -1) top += loop["cycles"].get<double>();
  for (const auto& [name, cycles] : model["limits"].items()) limits += cycles.get<double>();
  EXPECT_LE(top, model["cycles"].get<double>() * (1 + 1e-9));
  EXPECT_NEAR(limits, model["cycles"].get<double>(), 1e-6 * limits);
}

TEST_F(Cli, ARunSaysWhatCostsMostAndWhyTheModelDiffers) {
  const Outcome missed = lw("run " + kPacking + " --challenge --repeat 3 --script " + kPacking + ":first_try");
  EXPECT_EQ(missed.code, 3);
  EXPECT_THAT(missed.out, ContainsRegex("not yet: [0-9.]+ of 26 times fewer cycles"));
  EXPECT_THAT(missed.out, ContainsRegex("block C_update costs .* cycles: loads"));
  EXPECT_THAT(missed.out, ContainsRegex("model +[0-9.e+]+ times fewer cycles, [0-9.e+]+ times as fast"));
  const Outcome json = lw("run " + kPacking + " --json --repeat 3 --script " + kPacking + ":first_try");
  const Json said = Json::parse(json.out)["challenge"];
  EXPECT_THAT(said["missing"].get<std::string>(), HasSubstr("block C_update costs"));
  EXPECT_THAT(said["model"].get<std::string>(), HasSubstr("times fewer cycles"));
}

TEST_F(Cli, ProgramsOfIntegersHaveOperationsAndCopiesHaveBytes) {
  const std::string sums = file("sums.py", R"(from tvm.script import tir as T

@T.prim_func
def sums(A: T.Buffer((64, 64), "int32"), B: T.Buffer((64, 64), "int32")):
    for i, j in T.grid(64, 64):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, (vj + 1) % 64] * 3 + 1
)");
  const Outcome run = lw("run " + sums + " --repeat 3");
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out, ContainsRegex("speed +[0-9.]+ GOP/s \\(integers\\), [0-9.]+ GB/s"));
  EXPECT_THAT(run.out, Not(HasSubstr("GFLOP")));
  const Json json = Json::parse(lw("run " + sums + " --repeat 3 --json").out);
  // Two operations for each element; those of the index are none.
  EXPECT_NEAR(json["gops"].get<double>() * json["median_ms"].get<double>() * 1e6, 2 * 64 * 64, 1e-3);
  const std::string copy = file("copy.py", R"(from tvm.script import tir as T

@T.prim_func
def copy(A: T.Buffer((64, 64), "int32"), B: T.Buffer((64, 64), "int32")):
    for i, j in T.grid(64, 64):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vj, vi]
)");
  const Outcome copied = lw("run " + copy + " --repeat 3");
  EXPECT_THAT(copied.out, ContainsRegex("speed +[0-9.]+ GB/s\n"));
}

}  // namespace
}  // namespace lw::test
