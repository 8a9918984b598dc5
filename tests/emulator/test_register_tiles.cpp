// The product of samples/gpu/register_tiles.py beside those of samples/gpu/matmul.py: by the model of a device it is
// faster, and threads read shared memory by vectors.
#include <cstdio>

#include "tests/emulator/gpu_fixture.h"

namespace lw {
namespace {

using namespace lw::test;

// With all sizes 1024; one block of threads is counted.
EmulatorReport largeProduct(const std::string& sample, const std::string& schedule) {
  std::string text = contents(LW_SOURCE_DIR "/samples/gpu/" + sample + ".py");
  for (const char* size : {"(128, 64)", "(64, 256)", "(128, 256)", "(128, 128)"})
    for (size_t at; (at = text.find("T.Buffer(" + std::string(size))) != std::string::npos;)
      text.replace(at + 9, std::string(size).size(), "(1024, 1024)");
  const size_t grid = text.find("T.grid("), end = text.find(')', grid);
  text.replace(grid, end - grid, "T.grid(1024, 1024, 1024");
  const Scheduled s = scheduledBy(text, schedule);
  const Result<GpuProgram> program = lowerForGpu(s.scheduled, defaultGpuDevice());
  EXPECT_TRUE(program.ok()) << (program.ok() ? "" : toText(program.error()));
  Result<std::vector<Argument>> arguments = makeArguments(s.source, {});
  if (!program || !arguments) return {};
  Result<EmulatorReport> report = emulate(*program, s.scheduled, *arguments, {.countedBlocks = 1, .launchSteps = 1});
  EXPECT_TRUE(report.ok()) << (report.ok() ? "" : toText(report.error()));
  if (!report) return {};
  EXPECT_TRUE(report->clean()) << textOf(*report);
  std::printf("  %s:%s: %.3f ms modelled, bound by %s\n", sample.c_str(), schedule.c_str(), report->modelledMs,
              std::string(report->kernels.at(0).time.bound).c_str());
  return *std::move(report);
}

int64_t loadsOfShared(const EmulatorReport& report) {
  int64_t issued = 0;
  for (const GpuAccessCount& a : report.kernels.at(0).accesses)
    if (a.scope == "shared" && !a.store) issued += a.issued;
  return issued;
}

TEST(RegisterTiles, AreFasterByTheModel) {
  const EmulatorReport before = largeProduct("matmul", "virtual_threads"),
                       plain = largeProduct("register_tiles", "plain"),
                       after = largeProduct("register_tiles", "schedule");
  EXPECT_LT(after.modelledMs, before.modelledMs);
  EXPECT_LE(after.modelledMs, plain.modelledMs);
  EXPECT_EQ(4 * loadsOfShared(after), loadsOfShared(plain));
}

}  // namespace
}  // namespace lw
