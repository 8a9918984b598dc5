// Harder programs than the cases of TVM: guarded tails, halos, several consumers and results, symbolic sizes, int64,
// gathers, nested scopes. Accepted steps must keep the values, and give the program that a case expects; refused steps
// must say why, in the words of the case.
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
  ASSERT_FALSE(run.error) << toText(*run.error);
  expectStructure(c, run.schedule.program().function());
  EXPECT_EQ(regionsOutside(run.schedule), "") << print(run.schedule.program().function()).text;
  expectSameValues(c, start.program().function(), run.schedule.program().function());
}

std::string nameOf(const testing::TestParamInfo<std::filesystem::path>& info) { return info.param.stem().string(); }
INSTANTIATE_TEST_SUITE_P(Memory, Values, testing::ValuesIn(casesIn("memory")), nameOf);

}  // namespace
}  // namespace lw::test
