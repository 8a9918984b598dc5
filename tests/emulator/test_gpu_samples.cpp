// Every schedule of samples/gpu runs on the emulator without findings, computes the same values as the unscheduled
// program, and needs each of its barriers.
#include <gmock/gmock.h>

#include <cstring>
#include <set>

#include "core/ir/phased_barriers.h"
#include "tests/emulator/gpu_samples.h"

namespace lw {
namespace {

using namespace lw::test;
namespace fs = std::filesystem;

class GpuSample : public ::testing::TestWithParam<fs::path> {};

// What the emulator finds without a barrier: the first finding is sufficient. It compares the intervals between
// barriers in which threads access an element, so that a run without a finding stands for every order of the threads.
EmulatorReport without(const PrimFunc& broken, const Scheduled& s, std::vector<Argument>& arguments) {
  const Result<GpuProgram> program = splitHostDevice(broken);
  EXPECT_TRUE(program.ok());
  const Result<EmulatorReport> found = emulate(*program, s.scheduled, arguments, {.maxFindings = 1});
  EXPECT_TRUE(found.ok()) << (found.ok() ? "" : toText(found.error()));
  return found ? *found : EmulatorReport();
}

// Schedules with a barrier of warps that nothing needs: the first one of a reduction by shuffles, where no shuffle is
// before it, or a barrier of the block is between.
const std::set<std::string> kSpareWarpBarriers = {"four_bit_decode:schedule", "top_k:schedule"};

TEST_P(GpuSample, RunsRightAndNeedsItsBarriers) {
  const std::string text = textOfGpuSample(GetParam());
  const SourceFile file = readProgram("sample.py", text);
  const Result<std::vector<Argument>> given = makeArguments(*file.select(""), inputsFromComments(text));
  ASSERT_TRUE(given.ok());
  const std::vector<Argument> wanted = wantedOf(*file.select(""), *given);
  for (const std::string& name : file.scheduleFunctions()) {
    const Scheduled s = scheduledBy(text, name);
    const Result<GpuProgram> program = lowerForGpu(s.scheduled, defaultGpuDevice());
    ASSERT_TRUE(program.ok()) << name << ": " << toText(program.error());
    const EmulatorReport report = expectRight(s, *program, *given, wanted, name);
    const PrimFunc& lowered = program->lowered;
    const int ofBlocks = barriersOf(lowered.body), named = barriersOf(lowered.body, isNamedBarrier),
              barriers = ofBlocks + named, ofWarps = barriersOf(lowered.body, isWarpSync);
    int spare = 0;
    for (int b = 0; b < barriers + ofWarps; ++b) {
      const bool ofWarp = b >= barriers;
      const PrimFunc broken = ofWarp         ? withoutBarrier(lowered, b - barriers, isWarpSync)
                              : b < ofBlocks ? withoutBarrier(lowered, b)
                                             : withoutBarrier(lowered, b - ofBlocks, isNamedBarrier);
      std::vector<Argument> got = *given;
      if (!without(broken, s, got).clean()) continue;
      ++spare;
      EXPECT_TRUE(ofWarp) << name << ": barrier " << b << " of " << barriers << " is not needed\n"
                          << print(lowered).text;
      expectSameValues(got, wanted, name + " without a barrier of warps");
    }
    EXPECT_EQ(spare, kSpareWarpBarriers.contains(GetParam().stem().string() + ":" + name)) << name;
    std::printf("  %s:%s: %zu kernels, %d barriers, %d named, %d of warps, %d of them spare, %.1f million steps\n",
                GetParam().stem().c_str(), name.c_str(), program->kernels.size(), ofBlocks, named, ofWarps, spare,
                static_cast<double>(report.steps) / 1e6);
  }
}

INSTANTIATE_TEST_SUITE_P(All, GpuSample, ::testing::ValuesIn(gpuSamples()), nameOfGpuSample);

// Blocks of threads take as many tiles as their rows see.
TEST(GpuKernels, MasksLeaveOutTilesOfThreadBlocks) {
  const Scheduled s =
      scheduledBy(contents(LW_SOURCE_DIR "/tests/golden/reduction/skip_masked_thread_blocks.py"), "schedule");
  const std::string text = print(s.scheduled).text;
  EXPECT_THAT(text, ::testing::HasSubstr("range(T.min(6, (m_0 * 3 + 2) // 2 + 1))"));
  expectRight(s, "masked");
}

// Attention with heads of 128, for which the schedule wide_heads is.
TEST(GpuKernels, AttentionHasWideHeadsToo) {
  for (const std::string sample : {"flash_attention", "flash_attention_causal"}) {
    std::string text = contents(LW_SOURCE_DIR "/samples/gpu/kernels/" + sample + ".py");
    const std::pair<const char*, const char*> sizes[] = {{"(2, 128, 64)", "(1, 64, 128)"},
                                                         {"(2, 128, 4, 32)", "(1, 64, 2, 32)"},
                                                         {"(2, 128, 4)", "(1, 64, 2)"},
                                                         {"(2, 128)", "(1, 64)"},
                                                         {"T.grid(2, 2, 64)", "T.grid(1, 1, 64)"},
                                                         {"spatial(2, h)", "spatial(1, h)"},
                                                         {"spatial(128, i", "spatial(64, i"},
                                                         {"range(4)", "range(2)"},
                                                         {"spatial(4, t)", "spatial(2, t)"},
                                                         {"reduce(4, t)", "reduce(2, t)"},
                                                         {"range(64)", "range(128)"},
                                                         {"T.grid(32, 64)", "T.grid(32, 128)"},
                                                         {"float32(0.125)", "float32(0.08838834764831845)"}};
    for (const auto& [from, to] : sizes)
      for (size_t at = 0; (at = text.find(from, at)) != std::string::npos;) text.replace(at, std::strlen(from), to);
    const Scheduled s = scheduledBy(text, "wide_heads");
    EXPECT_EQ(s.source.buffers.at(0).second->shape.size(), 3u);
    EXPECT_THAT(print(s.source).text, ::testing::HasSubstr("Q: T.Buffer((1, 64, 128), \"float32\")"));
    expectRight(s, sample);
  }
}

}  // namespace
}  // namespace lw
