// Every schedule of the GPU samples as PTX that NVIDIA's assembler takes for sm_80, sm_90a and sm_100a, where it is
// installed. Instructions that an older device lacks are refused for it with the generation that has them.
#include <gmock/gmock.h>

#include "tests/cuda/ptx_fixture.h"
#include "tests/emulator/gpu_samples.h"

namespace lw {
namespace {

using namespace lw::test;
using ::testing::HasSubstr;

class AssembledSample : public ::testing::TestWithParam<fs::path> {};

// The most registers that the kernels take; nullopt: the assembler is too old for this architecture.
std::optional<int> expectAssembled(const PtxModule& module, const std::string& arch, const std::string& what) {
  const Assembled a = assemble(module.text, arch);
  if (a.tooOld()) return std::nullopt;
  EXPECT_EQ(a.code, 0) << what << " for " << arch << "\n" << a.out;
  // A spilled register is a round trip to memory.
  EXPECT_EQ(timesIn(a.out, "bytes spill stores"), timesIn(a.out, " 0 bytes spill stores")) << what << a.out;
  int registers = 0;
  for (size_t at = 0; (at = a.out.find("Used ", at)) != std::string::npos; ++at)
    registers = std::max(registers, std::atoi(a.out.c_str() + at + 5));
  return registers;
}

TEST_P(AssembledSample, EverySchedule) {
  if (assembler().empty()) GTEST_SKIP() << "ptxas is not installed";
  const std::string text = textOfGpuSample(GetParam());
  const SourceFile file = readProgram("sample.py", text);
  for (const std::string& name : file.scheduleFunctions()) {
    const Scheduled s = scheduledBy(text, name);
    const Result<GpuProgram> program = lowerForGpu(s.scheduled, defaultGpuDevice());
    ASSERT_TRUE(program.ok()) << name << ": " << toText(program.error());
    const Result<PtxModule> older = compileForCuda(*program, "sm_80"), newer = compileForCuda(*program, "sm_90");
    ASSERT_TRUE(newer.ok()) << name << ": " << toText(newer.error());
    const auto has = [&](const char* what) { return newer->text.find(what) != std::string::npos; };
    const bool wgmma = has("wgmma.");
    std::printf("  %s:%s:", GetParam().stem().c_str(), name.c_str());
    const auto show = [&](const PtxModule& module, const char* arch) {
      if (const std::optional<int> registers = expectAssembled(module, arch, name))
        std::printf(" %d registers on %s", *registers, arch);
    };
    if (older.ok())
      show(*older, "sm_80");
    else
      EXPECT_THAT(older.error().hint, HasSubstr(has("mbarrier.") ? "exist from sm_90 on"
                                                : wgmma          ? "wgmma exists on sm_90 only"
                                                                 : "sm_89"))
          << name;
    show(*newer, "sm_90a");
    if (!has(".target sm_90a")) show(*newer, "sm_100a");  // no later device has wgmma
    std::printf("\n");
  }
}

INSTANTIATE_TEST_SUITE_P(All, AssembledSample, ::testing::ValuesIn(gpuSamples()), nameOfGpuSample);

}  // namespace
}  // namespace lw
