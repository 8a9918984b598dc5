// Harder programs than the cases of TVM, for steps that divide reductions, loops and blocks, and steps that replace
// blocks by intrinsics: tails, shifted loops, shared loops, symbolic sizes, int64. Accepted steps must keep the values
// before and after lowering; refused steps must say why, in the words of the case.
#include <set>

#include "core/ir/verify.h"
#include "passes/pipeline.h"
#include "tests/schedule/regions_inside.h"
#include "tests/schedule_memory/cases.h"

namespace lw::test {
namespace {

class Values : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(Values, StayTheSameOrTheStepIsRefused) {
  const Case c(GetParam());
  for (const Diagnostic& d : c.file.diagnostics) EXPECT_FALSE(c.file.hasErrors()) << d.message;
  const Schedule start = c.start();
  const ScriptRun run = interpretSchedule(c.file, "schedule", start);
  if (const auto refused = c.comment("refused")) {
    ASSERT_TRUE(run.error) << "not refused:\n" << print(run.schedule.program().function()).text;
    EXPECT_NE(toText(*run.error).find(*refused), std::string::npos) << toText(*run.error);
    return;
  }
  ASSERT_FALSE(run.error) << toText(*run.error) << "\n" << print(run.schedule.program().function()).text;
  const PrimFunc& before = start.program().function();
  const PrimFunc& after = run.schedule.program().function();
  ASSERT_EQ(verify(after), std::vector<std::string>{}) << print(after).text;
  const SourceFile again = parseSource("printed", print(after).text);
  ASSERT_TRUE(!again.hasErrors() && again.functions.size() == 1) << print(after).text;
  const auto difference = firstDifference(after, again.functions.front());
  EXPECT_FALSE(difference) << difference->path << "\n" << print(after).text;
  expectStructure(c, after);
  EXPECT_EQ(regionsOutside(run.schedule), "") << print(after).text;
  expectSameValues(c, before, after);
  expectSameValues(c, before, lowerForCpu(after));
}

std::string nameOf(const testing::TestParamInfo<std::filesystem::path>& info) { return info.param.stem().string(); }
INSTANTIATE_TEST_SUITE_P(Reduction, Values, testing::ValuesIn(casesIn("reduction")), nameOf);

// A case produces every kind of refusal of these steps.
TEST(Refusals, EveryKindIsProduced) {
  std::set<std::string> produced;
  std::vector<std::filesystem::path> paths = casesIn("reduction");
  const std::vector<std::string> steps{
      "rfactor", "loop_partition", "fuse_reduction_epilogue", "fuse_online", "blockize", "tensorize", "skip_masked"};
  for (const std::string& step : steps)
    if (step != "fuse_online" && step != "skip_masked")  // which TVM does not have
      for (const auto& path : casesIn("conformance/" + step)) paths.push_back(path);
  for (const auto& path : paths) {
    const Case c(path);
    if (!c.comment("refused")) continue;
    const ScriptRun run = interpretSchedule(c.file, "schedule", c.start());
    if (run.error) produced.insert(run.error->kind);
  }
  // Steps cannot name a loop without a block below it.
  produced.insert("loop_partition.no-block");
  for (const Primitive* p : allPrimitives())
    for (const ErrorKind* kind : p->errors) {
      const std::string family(kind->id.substr(0, kind->id.find('.')));
      const bool mine = std::find(steps.begin(), steps.end(), family) != steps.end() || family.starts_with("sample_") ||
                        family == "tile_copy";
      if (mine) EXPECT_TRUE(produced.contains(std::string(kind->id))) << kind->id << " of " << p->name;
    }
}

}  // namespace
}  // namespace lw::test
