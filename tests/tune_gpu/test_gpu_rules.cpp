// The spaces that the rules for GPUs write: their texts are compared with the sketches beside this file, which
// LW_UPDATE=1 rewrites. Candidates of the samples are lowered, run on the emulator without a finding, and give what the
// unscheduled program gives. LW_GPU_DRAWS=200 draws more.
#include <gmock/gmock.h>

#include <cstdlib>
#include <filesystem>
#include <regex>

#include "backends/tune/tuning_machine.h"
#include "core/ir/verify.h"
#include "core/schedule/program.h"
#include "core/tune/rules/all_rules.h"
#include "core/tune/space.h"
#include "tests/emulator/gpu_fixture.h"

namespace lw::tune {
namespace {

using namespace lw::testing;

const std::string kRoot = LW_SOURCE_DIR;

int draws(int usual) {
  const char* wanted = std::getenv("LW_GPU_DRAWS");
  return wanted ? std::atoi(wanted) : usual;
}

struct Case {
  const char* program;  // its file in samples/gpu, or below tests/bench/tune
  // Replaces sizes by others, so that the emulator needs little time; every second time none of them is a power of two.
  std::vector<std::pair<const char*, const char*>> even, odd;
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.program; }

std::string textOf(const Case& c) {
  const std::string sample = kRoot + "/samples/gpu/" + c.program + ".py";
  const std::string text =
      contents(std::filesystem::exists(sample) ? sample : kRoot + "/tests/bench/tune/" + c.program + ".py");
  EXPECT_NE(text, "") << c.program;
  return text;
}

std::string resized(std::string text, const std::vector<std::pair<const char*, const char*>>& sizes) {
  for (const auto& [from, to] : sizes)
    text = std::regex_replace(text, std::regex("\\b" + std::string(from) + "\\b"), to);
  return text;
}

Snapshot programOf(const std::string& text) {
  const SourceFile file = readProgram("program.py", text);
  EXPECT_FALSE(file.hasErrors()) << text;
  return Snapshot(*file.select("")).withIntrinsics(file.intrinsics);
}

WrittenSpace written(const Snapshot& program) {
  return writeSpace(program, 0, machineOf(defaultGpuDevice()), gpuRules());
}

struct Counts {
  int accepted = 0, bySteps = 0, byLowering = 0;
  std::string reasons;
  int all() const { return accepted + bySteps + byLowering; }
  int refused() const { return bySteps + byLowering; }
};

// Draws candidates and expects those that are accepted to be right. `run`: on the emulator; else they are lowered only.
Counts drawAll(const Snapshot& program, int count, bool run) {
  Counts counts;
  const PrimFunc& source = program.function();
  const WrittenSpace space = written(program);
  EXPECT_NE(space.text, "");
  const char* replaced = std::getenv("LW_GPU_SPACE");
  const std::string code = replaced ? contents(replaced) : space.text;
  const auto file = std::make_shared<const SourceFile>(readProgram("space.py", code));
  EXPECT_FALSE(file->hasErrors()) << code;
  const Space drawn(file, "space", Schedule(program));
  InputSpec inputs;
  inputs.ranges.emplace("*", *parseValueRange("integers"));
  const std::vector<Argument> arguments = *makeArguments(source, inputs);
  const std::vector<Argument> wanted = run ? wantedOf(source, arguments) : std::vector<Argument>();
  for (int seed = 1; seed <= count; ++seed) {
    const auto made = drawn.candidate({}, static_cast<uint64_t>(seed));
    if (const auto* refused = std::get_if<RefusedCandidate>(&made)) {
      EXPECT_NE(refused->why.message, "");
      ++counts.bySteps;
      counts.reasons += "  step: " + toText(refused->why) + "\n    " + toJson(refused->decisions) + "\n";
      continue;
    }
    const auto& candidate = std::get<Candidate>(made);
    const PrimFunc& scheduled = candidate.schedule.program().function();
    const std::string what = "seed " + std::to_string(seed) + " " + toJson(candidate.decisions);
    EXPECT_EQ(verify(scheduled), std::vector<std::string>()) << what;
    const Result<GpuProgram> lowered = lowerForGpu(scheduled, defaultGpuDevice());
    if (!lowered) {
      ++counts.byLowering;
      counts.reasons += "  lowering: " + toText(lowered.error()) + "\n    " + what + "\n";
      continue;
    }
    ++counts.accepted;
    if (!run) continue;
    std::vector<Argument> got = arguments;
    const Result<EmulatorReport> report = emulate(*lowered, scheduled, got);
    EXPECT_TRUE(report.ok()) << what << ": " << (report.ok() ? "" : toText(report.error()));
    if (!report) continue;
    EXPECT_TRUE(report->clean()) << what << ": " << lw::testing::textOf(*report);
    expectSameValues(got, wanted, what);
    if (::testing::Test::HasFailure()) break;
  }
  return counts;
}

void expectFewRefused(const Counts& counts, const std::string& what) {
  std::printf("  %s: %d run, %d refused by a step, %d by lowering\n", what.c_str(), counts.accepted, counts.bySteps,
              counts.byLowering);
  EXPECT_LT(counts.refused() * 5, counts.all()) << counts.reasons;
}

class GpuRules : public ::testing::TestWithParam<Case> {};

TEST_P(GpuRules, WriteTheSpaceOfTheSketch) {
  const std::string text = written(programOf(textOf(GetParam()))).text;
  const std::string path = kRoot + "/tests/tune_gpu/sketches/" + GetParam().program + ".py";
  if (std::getenv("LW_UPDATE")) std::ofstream(path) << text;
  EXPECT_EQ(text, contents(path)) << "LW_UPDATE=1 rewrites " << path;
}

TEST_P(GpuRules, DrawWhatLoweringAccepts) {
  const Counts counts = drawAll(programOf(textOf(GetParam())), draws(12), false);
  expectFewRefused(counts, std::string(GetParam().program) + " as written");
}

TEST_P(GpuRules, CandidatesRunWithoutFindings) {
  const Counts counts = drawAll(programOf(resized(textOf(GetParam()), GetParam().even)), draws(8), true);
  expectFewRefused(counts, std::string(GetParam().program) + " small");
}

TEST_P(GpuRules, CandidatesOfOddSizesRunWithoutFindings) {
  const Counts counts = drawAll(programOf(resized(textOf(GetParam()), GetParam().odd)), draws(8), true);
  expectFewRefused(counts, std::string(GetParam().program) + " odd");
}

INSTANTIATE_TEST_SUITE_P(
    Programs, GpuRules,
    ::testing::Values(Case{"matmul", {{"128", "32"}}, {{"128", "37"}}},
                      Case{"batch_matmul", {{"4", "2"}, {"64", "32"}}, {{"4", "3"}, {"64", "21"}}},
                      Case{"conv2d",
                           {{"8", "4"}, {"16", "8"}, {"18", "10"}, {"17", "9"}},
                           {{"8", "3"}, {"16", "9"}, {"18", "11"}, {"17", "10"}}},
                      Case{"softmax", {{"32", "8"}}, {{"32", "7"}, {"256", "75"}}},
                      Case{"layer_norm", {{"32", "8"}}, {{"32", "7"}, {"256", "75"}}},
                      Case{"reduction", {{"16", "4"}}, {{"16", "3"}, {"1024", "1075"}}},
                      Case{"split_k", {{"64", "32"}}, {{"64", "19"}, {"512", "301"}}},
                      Case{"transpose", {{"128", "64"}}, {{"128", "37"}}},
                      Case{"column_sums", {{"64", "32"}}, {{"4", "3"}, {"256", "75"}, {"64", "21"}}},
                      Case{"window_sum",
                           {{"1024", "256"}, {"1025", "257"}, {"1026", "258"}, {"1027", "259"}},
                           {{"1024", "301"}, {"1025", "302"}, {"1026", "303"}, {"1027", "304"}}}),
    ::testing::PrintToStringParamName());

// Programs of other forms, each small: tests/tune/row_cases.py.
TEST(GpuRuleCases, RunWithoutFindings) {
  const SourceFile file = readProgram("row_cases.py", contents(kRoot + "/tests/tune/row_cases.py"));
  ASSERT_FALSE(file.hasErrors());
  for (const PrimFunc& f : file.functions) {
    SCOPED_TRACE(f.name);
    expectFewRefused(drawAll(Snapshot(f), draws(4), true), f.name);
  }
}

}  // namespace
}  // namespace lw::tune
