// The spaces that the rules for GPUs write: their texts are compared with the sketches beside this file, which
// LW_UPDATE=1 rewrites. Candidates of the samples are lowered, run on the emulator without a finding, and give what the
// unscheduled program gives. LW_GPU_DRAWS=200 draws more.
#include <gmock/gmock.h>

#include <cstdlib>
#include <filesystem>
#include <regex>

#include "backends/measure/measure.h"
#include "backends/targets/targets.h"
#include "backends/tune/tuning_machine.h"
#include "core/ir/verify.h"
#include "core/schedule/program.h"
#include "core/tune/rules/all_rules.h"
#include "core/tune/space.h"
#include "tests/emulator/gpu_fixture.h"
#include "tests/errors/expect_error.h"

namespace lw::tune {
namespace {

using namespace lw::test;

const std::string kRoot = LW_SOURCE_DIR;

int draws(int usual) {
  const char* wanted = std::getenv("LW_GPU_DRAWS");
  return wanted ? std::atoi(wanted) : usual;
}

struct Case {
  const char* program;  // its file in samples/gpu
  // Replaces sizes by others, so that the emulator needs little time; every second time none of them is a power of two.
  std::vector<std::pair<const char*, const char*>> even, odd;
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.program; }

std::string textOf(const std::string& program) {
  for (const char* folder : {"/samples/gpu/", "/tests/bench/tune/", "/tests/tune/"})
    if (const std::string path = kRoot + folder + program + ".py"; std::filesystem::exists(path)) return contents(path);
  ADD_FAILURE() << "no program " << program;
  return {};
}
std::string textOf(const Case& c) { return textOf(std::string(c.program)); }

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
    EXPECT_TRUE(report->clean()) << what << ": " << lw::test::textOf(*report);
    expectSameValues(got, wanted, what);
    packageForDevice(source, scheduled, arguments, wanted);
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
  const Counts counts = drawAll(programOf(textOf(GetParam())), draws(8), false);
  expectFewRefused(counts, std::string(GetParam().program) + " as written");
}

TEST_P(GpuRules, CandidatesRunWithoutFindings) {
  const Counts counts = drawAll(programOf(resized(textOf(GetParam()), GetParam().even)), draws(5), true);
  expectFewRefused(counts, std::string(GetParam().program) + " small");
}

TEST_P(GpuRules, CandidatesOfOddSizesRunWithoutFindings) {
  const Counts counts = drawAll(programOf(resized(textOf(GetParam()), GetParam().odd)), draws(5), true);
  expectFewRefused(counts, std::string(GetParam().program) + " odd");
}

// PoCL's optimiser takes minutes for a few kernels, and compiles a few others wrongly: a product in a loop with two
// buffers and a padded source, whose OpenCL C gives right results on threads of the processor under sanitizers, with
// other methods of PoCL, and without its optimiser. A candidate that fails is run again without it.
Result<Measurement> runByDriver(const SourceFile& file, const PrimFunc& original, const PrimFunc& scheduled,
                                MeasureOptions options, int& byOptimiser) {
  options.timeoutSeconds = 40;
  Result<Measurement> run = measure(file, original, scheduled, options);
  if (run && run->ok) return run;
  ++byOptimiser;
  options.timeoutSeconds = 120;
  const WithVariable plain("POCL_EXTRA_BUILD_FLAGS", "-cl-opt-disable"), anew("POCL_KERNEL_CACHE", "0");
  return measure(file, original, scheduled, options);
}

// By a driver, where this machine has one, in the sizes of the samples.
TEST_P(GpuRules, CandidatesRunRightByADriver) {
  MeasureOptions options{.target = "opencl", .repeat = 1, .peaks = false, .baseline = false};
  if (!findTarget(options.target)->find().available) GTEST_SKIP() << "there is no OpenCL";
  const SourceFile file = readProgram("program.py", textOf(GetParam()));
  const Snapshot program(*file.select(""));
  const Space space(std::make_shared<const SourceFile>(readProgram("space.py", written(program).text)), "space",
                    Schedule(program));
  int ran = 0, byOptimiser = 0;
  for (int seed = 1; seed <= draws(2); ++seed) {
    const auto made = space.candidate({}, static_cast<uint64_t>(seed));
    const auto* candidate = std::get_if<Candidate>(&made);
    if (!candidate) continue;
    const PrimFunc& scheduled = candidate->schedule.program().function();
    const Result<Measurement> run = runByDriver(file, program.function(), scheduled, options, byOptimiser);
    ASSERT_TRUE(run.ok()) << toJson(candidate->decisions) << ": " << toText(run.error());
    EXPECT_TRUE(run->checked);
    EXPECT_TRUE(run->ok) << toJson(candidate->decisions) << ": " << run->maxAbsError;
    ++ran;
  }
  std::printf("  %s by %s: %d right, %d of them only without PoCL's optimiser\n", GetParam().program,
              options.target.c_str(), ran, byOptimiser);
  EXPECT_GT(ran, 0);
  EXPECT_LE(byOptimiser, 1 + ran / 10);
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
                      Case{"split_k", {{"64", "32"}}, {{"64", "19"}, {"512", "101"}}},
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
    expectFewRefused(drawAll(Snapshot(f), draws(3), true), f.name);
  }
}

// The programs that the rules for the cpu are tested with, in sizes that little divides.
TEST(GpuRulePrograms, RunWithoutFindings) {
  const std::pair<const char*, std::vector<std::pair<const char*, const char*>>> programs[] = {
      {"attention", {{"12", "2"}, {"256", "32"}, {"64", "20"}}},
      {"mlp", {{"1024", "44"}, {"512", "32"}, {"256", "12"}}},
      {"conv2d_1x1", {{"256", "10"}, {"128", "9"}, {"28", "7"}}},
      {"depthwise", {{"128", "3"}, {"58", "9"}, {"66", "14"}, {"56", "7"}, {"64", "12"}}},
      {"unit_axes", {{"14", "5"}, {"24", "10"}, {"16", "7"}}},
      {"unit_group", {{"30", "9"}, {"28", "7"}, {"24", "9"}, {"16", "3"}}},
      {"sums", {{"2048", "67"}, {"4096", "131"}}},
      {"elementwise", {{"2048", "37"}}},
      {"global_max", {{"2048", "21"}, {"4096", "75"}}},
      {"heads_softmax", {{"8", "3"}, {"512", "37"}}},
      {"blur", {{"2050", "39"}, {"2048", "37"}}},
      {"max_pool", {{"64", "3"}, {"224", "38"}, {"112", "19"}}},
      {"histogram", {{"65536", "301"}}}};
  for (const auto& [name, sizes] : programs) {
    SCOPED_TRACE(name);
    expectFewRefused(drawAll(programOf(resized(textOf(std::string(name)), sizes)), draws(2), true), name);
  }
}

std::string whyNot(const std::string& parameters, const std::string& body, const Rule& rule) {
  const Rule* rules[] = {&rule};
  const WrittenSpace space =
      writeSpace(programOf("from tvm.script import tir as T\n\n\n@T.prim_func\ndef f(" + parameters + "):\n" + body), 0,
                 machineOf(defaultGpuDevice()), rules);
  EXPECT_EQ(space.text, "");
  return space.others.empty() ? "" : space.others[0].second.text();
}

constexpr const char* kTwoMatrices = "A: T.Buffer((64, 6), \"float32\"), B: T.Buffer((64, 6), \"float32\")";
constexpr const char* kCopied = R"(    for i, j in T.grid(64, 6):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj]
)";
constexpr const char* kRowSums = R"(    for i, j in T.grid(64, 6):
        with T.block("B"):
            vi, vj = T.axis.remap("SR", [i, j])
            with T.init():
                B[vi, 0] = T.float32(0)
            B[vi, 0] = B[vi, 0] + A[vi, vj]
)";
constexpr const char* kSymbolic = R"(    n = T.int32()
    A = T.match_buffer(a, (n,))
    for i in range(n):
        with T.block("A"):
            vi = T.axis.spatial(n, i)
            A[vi] = T.float32(1)
)";

TEST(GpuRulesRefuse, WithAReason) {
  EXPECT_EQ(whyNot(kTwoMatrices, kCopied, kGpuTiles), "block B does not fit: it is no sum");
  EXPECT_EQ(whyNot(kTwoMatrices, kCopied, kGpuRows),
            "block B: it does not reduce the contiguous axis of what it reads");
  EXPECT_EQ(whyNot(kTwoMatrices, kRowSums, kGpuRows), "block B: its rows are shorter than a warp");
  EXPECT_EQ(whyNot(kTwoMatrices, kRowSums, kGpuColumns),
            "block B: it does not reduce to results that are contiguous in memory");
  EXPECT_EQ(whyNot(kTwoMatrices, kCopied, kGpuTransposes), "block B: it reads and writes along the same axis");
  EXPECT_EQ(whyNot(kTwoMatrices, kCopied, kGpuWindows), "block B: it reads no window of elements");
  EXPECT_EQ(whyNot("a: T.handle", kSymbolic, kGpuElements),
            "block A: its loop i has n iterations; write a number in place of the symbolic size");
  EXPECT_EQ(whyNot("a: T.handle", kSymbolic, kGpuNests), "block A: its loop i does not run from 0 to a constant");
}

TEST(GpuRulesRefuse, TurnsThatAreReductions) {
  EXPECT_EQ(whyNot("A: T.Buffer((32, 16, 8), \"float32\"), B: T.Buffer((16, 32), \"float32\")", R"(
    for i, j, k in T.grid(32, 16, 8):
        with T.block("B"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            B[vj, vi] = B[vj, vi] + A[vk * 4, vj, 0] * A[vi, vk, vj % 8]
)",
                   kGpuTransposes),
            "block B: it reads and writes along the same axis");
  EXPECT_EQ(whyNot("A: T.Buffer((32, 16), \"float32\"), B: T.Buffer((16, 32), \"float32\")", R"(
    for i, j, k in T.grid(32, 16, 8):
        with T.block("B"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            B[vj, vi] = B[vj, vi] + A[vi, vj]
)",
                   kGpuTransposes),
            "block B: it is a reduction");
}

TEST(GpuRulesRefuse, WindowsThatCannotBeShared) {
  const auto window = [](const std::string& body) {
    return whyNot("A: T.Buffer((64, 200), \"float32\"), B: T.Buffer((64, 128), \"float32\")", body, kGpuWindows);
  };
  EXPECT_EQ(window(R"(
    for i, j in T.grid(64, 128):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] + A[vi, vj + 1] + A[vi, vj + 2]
            B[vi, vj] = B[vi, vj] * T.float32(2)
)"),
            "block B: it is not a single store");
  EXPECT_EQ(window(R"(
    for i, j, r in T.grid(64, 128, 3):
        with T.block("B"):
            vi, vj, vr = T.axis.remap("SSR", [i, j, r])
            with T.init():
                B[vi, vj] = T.float32(0)
            B[vi, vj] = A[vi, vj + vr] - B[vi, vj]
)"),
            "block B: it reduces by an operation that is not known to be associative");
  EXPECT_EQ(window(R"(
    for i, j, r in T.grid(64, 128, 3):
        with T.block("B"):
            vi, vj, vr = T.axis.remap("SSR", [i, j, r])
            with T.init():
                B[vi, vj // 2 * 2] = T.float32(0)
            B[vi, vj // 2 * 2] = B[vi, vj // 2 * 2] + A[vi, vj + vr]
)"),
            "block B: its loops do not go along the last axis of its result");
  const std::string wide = R"(
    for i, j, r in T.grid(64, 128, 65):
        with T.block("B"):
            vi, vj, vr = T.axis.remap("SSR", [i, j, r])
            with T.init():
                B[vi, vj] = T.float32(0)
            B[vi, vj] = B[vi, vj] + A[vi, vj + vr]
)";
  EXPECT_EQ(window(wide), "block B: its window is too large for shared memory");
}

TEST(GpuRulesRefuse, AProgramWithSymbolicSizes) {
  const Snapshot program =
      programOf("from tvm.script import tir as T\n\n\n@T.prim_func\ndef f(a: T.handle):\n" + std::string(kSymbolic));
  const WrittenSpace space = written(program);
  EXPECT_EQ(space.text, "");
  EXPECT_EQ(space.others.size(), gpuRules().size());
}

// One block could be scheduled, but the program would not be one for a GPU.
TEST(GpuRulesRefuse, AProgramThatIsSymbolicInPart) {
  const Snapshot program = programOf(R"(from tvm.script import tir as T


@T.prim_func
def f(a: T.handle, C: T.Buffer((64, 128), "float32"), D: T.Buffer((64, 128), "float32")):
    n = T.int32()
    A = T.match_buffer(a, (n, 128))
    for i, j in T.grid(64, 128):
        with T.block("D"):
            vi, vj = T.axis.remap("SS", [i, j])
            D[vi, vj] = C[vi, vj] * T.float32(2)
    for i, j in T.grid(n, 128):
        with T.block("A"):
            vi, vj = T.axis.remap("SS", [i, j])
            A[vi, vj] = A[vi, vj] + T.float32(1)
)");
  const WrittenSpace space = written(program);
  EXPECT_EQ(space.text, "");
  ASSERT_EQ(space.others.size(), 1u);
  EXPECT_EQ(space.others[0].second.text(), "block A: its loop i does not run from 0 to a constant");
}

TEST(GpuRules, LoopsMayHaveTheNamesThatRulesWrite) {
  const Snapshot program = programOf(R"(from tvm.script import tir as T


@T.prim_func
def f(A: T.Buffer((8, 66, 66), "float32"), B: T.Buffer((8, 64, 64), "float32")):
    for outer, start, atomic, left, right in T.grid(8, 64, 64, 3, 3):
        with T.block("B"):
            n, y, x, r, s = T.axis.remap("SSSRR", [outer, start, atomic, left, right])
            with T.init():
                B[n, y, x] = T.float32(0)
            B[n, y, x] = B[n, y, x] + A[n, y + r, x + s]
)");
  const WrittenSpace space = written(program);
  EXPECT_NE(space.text.find("outer_2, start_2, atomic_2, left_2, right_2 = sch.get_loops(\"B\")"), std::string::npos)
      << space.text;
}

TEST(GpuMachine, IsThatOfTheTargetsDevice) {
  for (const TargetDescriptor* target : allTargets()) {
    const Machine machine = machineFor(*target, "sm_90", 1);
    EXPECT_EQ(machine.gpu.has_value(), target->kernels) << target->name;
    EXPECT_EQ(rulesFor(machine).data(), (target->kernels ? gpuRules() : cpuRules()).data()) << target->name;
    if (target->kernels) {
      EXPECT_EQ(machine.gpu->multiprocessors, 132) << target->name;
    }
  }
  EXPECT_EQ(machineFor(*findTarget("gpu-emulator"), "", 1).gpu->multiprocessors, 108);
}

}  // namespace
}  // namespace lw::tune
