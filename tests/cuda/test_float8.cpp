// Conversions of the float types of eight bits in PTX, carried out by the machine of the tests.
#include <cstring>

#include "backends/cuda/ptx.h"
#include "tests/cuda/ptx_machine.h"
#include "tests/emulator/gpu_fixture.h"
#include "tests/float8_values.h"

namespace lw {
namespace {

using namespace lw::test;

TEST(Float8, PtxAndTheEmulatorConvertEveryValue) {
  for (const bool e4m3 : {true, false}) {
    const Float8Table table(e4m3);
    const std::vector<uint8_t> bits = wantedFloat8Bits(e4m3), sums = wantedFloat8Sums(e4m3);
    const Scheduled s = scheduledBy(float8Program(e4m3), "schedule");
    const Result<GpuProgram> program = lowerForGpu(s.scheduled, defaultGpuDevice());
    ASSERT_TRUE(program.ok()) << toText(program.error());

    std::vector<Argument> emulated = *makeArguments(s.source, {});
    const Result<EmulatorReport> report = emulate(*program, s.scheduled, emulated);
    ASSERT_TRUE(report.ok()) << toText(report.error());
    const auto& ofEmulator = std::get<NDArray>(emulated[0]).data;
    EXPECT_EQ(std::memcmp(ofEmulator.data(), bits.data(), bits.size()), 0);

    // No device has instructions that leave infinities as they are, so the oldest and the newest convert alike.
    for (const std::string arch : {"sm_70", "sm_90"}) {
      const Result<PtxModule> module = compileForCuda(*program, arch);
      ASSERT_TRUE(module.ok()) << toText(module.error());
      ASSERT_EQ(program->kernels.size(), 3U);
      std::string rest = module->text;
      for (size_t kernel = 0; kernel < 3; ++kernel) {
        rest = rest.substr(rest.find(".entry") + 1);
        PtxMemory memory{std::vector<uint8_t>(kernel == 0 ? 65536 : kernel == 1 ? 1024 : 256)};
        const std::string own = rest.substr(0, rest.find(".entry"));
        ASSERT_EQ(runPtx(own, kernel == 0 ? 256 : 1, 256, 1, memory), "") << own;
        if (kernel == 0)
          for (size_t v = 0; v < bits.size(); ++v)
            ASSERT_EQ(memory[0][v], bits[v]) << std::bit_cast<float>(static_cast<uint32_t>(v) * kFloat8Step);
        if (kernel == 2) EXPECT_EQ(memory[0], sums);
        for (size_t v = 0; kernel == 1 && v < 256; ++v) {
          float value;
          std::memcpy(&value, memory[0].data() + 4 * v, sizeof value);
          const double want = table.values[v];
          ASSERT_TRUE(std::isnan(want) ? std::isnan(value) : value == want) << v;
        }
      }
    }
  }
}

}  // namespace
}  // namespace lw
