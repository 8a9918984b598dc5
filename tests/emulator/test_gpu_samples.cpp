// Every schedule of samples/gpu runs on the emulator without findings, computes the same values as the unscheduled
// program, and needs each of its barriers.
#include <algorithm>
#include <filesystem>

#include "tests/emulator/gpu_fixture.h"

namespace lw {
namespace {

using namespace lw::test;
namespace fs = std::filesystem;

std::vector<fs::path> samples() {
  std::vector<fs::path> all;
  for (const auto& entry : fs::directory_iterator(fs::path(LW_SOURCE_DIR) / "samples/gpu"))
    if (entry.path().extension() == ".py") all.push_back(entry.path());
  std::sort(all.begin(), all.end());
  return all;
}

class GpuSample : public ::testing::TestWithParam<fs::path> {};

TEST_P(GpuSample, RunsRightAndNeedsItsBarriers) {
  std::string text = contents(GetParam());
  // Two thread blocks instead of four; all columns of a wgmma product are one block.
  if (text.find("T.grid(128, 128, 128)") != std::string::npos && GetParam().stem() != "wgmma")
    text = smallerProduct(text, 64);
  const SourceFile file = readProgram("sample.py", text);
  const Result<std::vector<Argument>> given = makeArguments(*file.select(""), {});
  ASSERT_TRUE(given.ok());
  const std::vector<Argument> wanted = wantedOf(*file.select(""), *given);
  for (const std::string& name : file.scheduleFunctions()) {
    const Scheduled s = scheduledBy(text, name);
    const Result<GpuProgram> program = lowerForGpu(s.scheduled, defaultGpuDevice());
    ASSERT_TRUE(program.ok()) << name << ": " << toText(program.error());
    const EmulatorReport report = expectRight(s, *program, *given, wanted, name);
    const int barriers = barriersOf(program->lowered.body);
    std::printf("  %s:%s: %zu kernels, %d barriers, %.1f million steps\n", GetParam().stem().c_str(), name.c_str(),
                program->kernels.size(), barriers, static_cast<double>(report.steps) / 1e6);
    for (int b = 0; b < barriers; ++b) {
      const Result<GpuProgram> broken = splitHostDevice(withoutBarrier(program->lowered, b));
      ASSERT_TRUE(broken.ok());
      // The first finding is sufficient: the rest of the program need not run.
      std::vector<Argument> arguments = *given;
      const Result<EmulatorReport> found = emulate(*broken, s.scheduled, arguments, {.maxFindings = 1});
      ASSERT_TRUE(found.ok()) << toText(found.error());
      EXPECT_FALSE(found->clean()) << name << ": barrier " << b << " of " << barriers << " is not needed\n"
                                   << print(program->lowered).text;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, GpuSample, ::testing::ValuesIn(samples()),
                         [](const auto& info) { return info.param.stem().string(); });

}  // namespace
}  // namespace lw
