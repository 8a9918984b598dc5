// Extents that are negative when the kernel is launched, and reductions over nothing, on the emulated GPU.
#include "tests/emulator/gpu_fixture.h"
#include "tests/random/sized_cases.h"

namespace lw {
namespace {

using namespace lw::test;

void expectRightOnGpu(const char* text, const std::vector<const char*>& schedules, const std::vector<InputSpec>& sizes,
                      void (*compute)(std::vector<Argument>&)) {
  for (const char* schedule : schedules) {
    const test::SizedCase c = test::sizedCase(text, schedule);
    if (::testing::Test::HasFailure()) return;
    const Result<GpuProgram> program = lowerForGpu(c.scheduled, defaultGpuDevice());
    ASSERT_TRUE(program) << schedule << ": " << toText(program.error());
    for (const InputSpec& spec : sizes) {
      const Result<std::vector<Argument>> inputs = makeArguments(c.source, spec);
      ASSERT_TRUE(inputs);
      std::vector<Argument> wanted = *inputs, got = *inputs;
      compute(wanted);
      const std::string what = std::string(schedule) + " with " + std::to_string(spec.bind.begin()->second) + " and " +
                               std::to_string(spec.bind.rbegin()->second);
      const Result<EmulatorReport> report = emulate(*program, c.scheduled, got);
      ASSERT_TRUE(report) << what << ": " << toText(report.error());
      EXPECT_TRUE(report->clean()) << what << ": " << textOf(*report);
      expectSameValues(got, wanted, what);
    }
  }
}

TEST(GpuSizes, NegativeExtentsLaunchNothing) {
  expectRightOnGpu(test::kNegativeExtents, {"gpu", "gpu_grid", "gpu_block"}, test::boundSizes("h", "w"),
                   test::addNeighbours);
}

TEST(GpuSizes, ReductionsOverNothingGiveTheirInit) {
  expectRightOnGpu(test::kEmptyReductions, {"gpu", "gpu_rows", "gpu_many", "gpu_local"}, test::boundSizes("n", "m"),
                   test::sumRows);
}

}  // namespace
}  // namespace lw
