// wgmma as PTX, carried out by the machine of the tests from the tables of the PTX ISA.
#include <gmock/gmock.h>

#include "tests/cuda/ptx_fixture.h"
#include "tests/emulator/wgmma_program.h"

namespace lw {
namespace {

using namespace lw::test;
using ::testing::HasSubstr;

TEST(WarpGroups, AreMultipliedByWgmma) {
  for (const GroupProduct& p : groupProducts()) {
    const std::string text = groupProgram(p);
    const Scheduled s = scheduledBy(text, "schedule");
    const Result<GpuProgram> program = lowerForGpu(s.scheduled, defaultGpuDevice());
    ASSERT_TRUE(program.ok()) << toText(program.error());
    const Result<PtxModule> module = compileForCuda(*program, "sm_90");
    ASSERT_TRUE(module.ok()) << toText(module.error());
    EXPECT_THAT(module->text, HasSubstr(".target sm_90a"));
    EXPECT_THAT(module->text, HasSubstr("wgmma.mma_async.sync.aligned.m64n" + std::to_string(p.columns) + "k" +
                                        std::to_string(p.k) + "."));
    EXPECT_EQ(timesIn(module->text, ".local"), 0) << "fragments lie in registers";
    // Products that follow each other are one group.
    EXPECT_EQ(timesIn(module->text, "wgmma.mma_async"), p.steps * timesIn(module->text, "wgmma.wait_group"));
    const Result<std::vector<Argument>> inputs = makeArguments(s.source, smallIntegers());
    ASSERT_TRUE(inputs.ok());
    expectComputes(*module, *program, s.source, *inputs, wantedOf(s.source, *inputs), text);
    if (!assembler().empty()) {
      const Assembled a = assemble(module->text, "sm_90a");
      EXPECT_EQ(a.code, 0) << a.out;
      EXPECT_EQ(timesIn(a.out, "serialized"), 0) << a.out;
    }
    const Result<PtxModule> other = compileForCuda(*program, "sm_89");
    ASSERT_FALSE(other.ok());
    EXPECT_THAT(other.error().hint, HasSubstr("wgmma exists on sm_90 only"));
  }
}

}  // namespace
}  // namespace lw
