// Programs and steps that random tests have found: tests/golden/fuzz. In each of them, either no result changes, or the
// step that would change it is refused with the words after "# refused:". This test writes no files; new failures are
// in build/fuzz.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "core/script/schedule_script.h"
#include "tests/random/fuzz.h"
#include "tests/schedule/regions_inside.h"

namespace lw {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> cases() {
  std::vector<fs::path> list;
  for (const auto& entry : fs::directory_iterator(fs::path(LW_SOURCE_DIR) / "tests/golden/fuzz"))
    list.push_back(entry.path());
  std::sort(list.begin(), list.end());
  return list;
}

std::string afterMark(const std::string& text, const std::string& mark) {
  const size_t at = text.find(mark);
  return at == std::string::npos ? "" : text.substr(at + mark.size(), text.find('\n', at) - at - mark.size());
}

class FuzzCases : public testing::TestWithParam<fs::path> {};

TEST_P(FuzzCases, ChangeNoResultOrAreRefused) {
  std::ifstream in(GetParam());
  std::ostringstream text;
  text << in.rdbuf();
  const FuzzProgram p = fuzzProgram(GetParam().stem(), text.str());
  const SourceFile file = parseSource(GetParam().filename(), text.str());
  const ScriptRun run = interpretSchedule(file, "schedule", Schedule(Snapshot(p.function)));
  if (const std::string wanted = afterMark(text.str(), "# refused: "); !wanted.empty()) {
    ASSERT_TRUE(run.error) << "not refused";
    EXPECT_NE(toText(*run.error).find(wanted), std::string::npos) << toText(*run.error);
    return;
  }
  ASSERT_FALSE(run.error) << toText(*run.error);
  const auto expected = ExpectedValues::of(p.function, p.inputs);
  ASSERT_TRUE(expected);
  const PrimFunc& scheduled = run.schedule.program().function();
  EXPECT_EQ(test::regionsOutside(run.schedule), "");
  EXPECT_EQ(expected->interpreted(scheduled), "");
  EXPECT_EQ(expected->compiled(scheduled), "");
}

// With little time for exact analysis, more is refused, and what is accepted is right, too.
TEST_P(FuzzCases, AreRightWithoutExactAnalysis) {
  std::ifstream in(GetParam());
  std::ostringstream text;
  text << in.rdbuf();
  const FuzzProgram p = fuzzProgram(GetParam().stem(), text.str());
  const SourceFile file = parseSource(GetParam().filename(), text.str());
  const ScriptRun run =
      interpretSchedule(file, "schedule", Schedule(Snapshot(p.function).withBudget(ProofBudget(1500))));
  const auto expected = ExpectedValues::of(p.function, p.inputs);
  ASSERT_TRUE(expected);
  EXPECT_EQ(expected->interpreted(run.schedule.program().function()), "") << (run.error ? toText(*run.error) : "");
}

INSTANTIATE_TEST_SUITE_P(All, FuzzCases, testing::ValuesIn(cases()),
                         [](const auto& info) { return info.param.stem().string(); });

}  // namespace
}  // namespace lw
