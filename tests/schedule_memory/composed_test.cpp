// Steps that combine others, and steps from other systems: they keep values, and their trace gives the same program
// again.
#include "core/trace/trace.h"
#include "tests/schedule/regions_inside.h"
#include "tests/schedule_memory/cases.h"

namespace lw::test {
namespace {

class Composed : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(Composed, KeepsValuesOrSaysWhyNot) {
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
  EXPECT_EQ(regionsOutside(run.schedule), "") << print(run.schedule.program().function()).text;
  expectSameValues(c, start.program().function(), run.schedule.program().function());
}

TEST_P(Composed, TracesReplayFromJsonAndPython) {
  const Case c(GetParam());
  const ScriptRun run = interpretSchedule(c.file, "schedule", c.start());
  const Trace trace = traceOf(run.schedule);
  const auto same = [&](const Schedule& other) {
    const auto difference = firstDifference(other.program().function(), run.schedule.program().function());
    EXPECT_FALSE(difference) << difference->path << "\n got  " << difference->left << "\n want " << difference->right;
  };
  const Result<Trace> read = traceFromJson(toJson(trace));
  ASSERT_TRUE(read.ok()) << toText(read.error()) << toJson(trace);
  const Result<Schedule> fromJson = replay(c.start().program(), *read);
  ASSERT_TRUE(fromJson.ok()) << toText(fromJson.error());
  same(*fromJson);
  const SourceFile script = parseSource("trace.py", toPython(trace));
  ASSERT_FALSE(script.hasErrors()) << toPython(trace);
  const ScriptRun fromPython = interpretSchedule(script, "apply_trace", c.start());
  ASSERT_FALSE(fromPython.error) << toText(*fromPython.error) << toPython(trace);
  same(fromPython.schedule);
}

std::string nameOf(const testing::TestParamInfo<std::filesystem::path>& info) { return info.param.stem().string(); }
INSTANTIATE_TEST_SUITE_P(Cases, Composed, testing::ValuesIn(casesIn("composed")), nameOf);

}  // namespace
}  // namespace lw::test
