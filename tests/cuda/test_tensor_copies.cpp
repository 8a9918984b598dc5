// Copies of tensors as PTX for sm_90.
#include <gmock/gmock.h>

#include "tests/cuda/ptx_fixture.h"

namespace lw {
namespace {

using namespace lw::test;
using ::testing::HasSubstr;

TEST(TensorCopies, HaveDescriptorsAsParameters) {
  for (const std::string name : {"schedule", "core_matrices", "composite", "by_mma"}) {
    SCOPED_TRACE(name);
    const Scheduled s = scheduledBy(contents(LW_SOURCE_DIR "/samples/gpu/hopper_matmul.py"), name);
    const Result<GpuProgram> program = lowerForGpu(s.scheduled, defaultGpuDevice());
    ASSERT_TRUE(program.ok()) << toText(program.error());
    const Result<PtxModule> module = compileForCuda(*program, "sm_90");
    ASSERT_TRUE(module.ok()) << toText(module.error());
    const std::string& text = module->text;
    const std::string rank = name == "core_matrices" ? "4" : "2";
    EXPECT_GE(timesIn(text, "cp.async.bulk.tensor." + rank + "d.shared::cluster.global.tile.mbarrier::complete_tx::"),
              2);
    // Behind the three arrays.
    for (const char* parameter : {"matmul_kernel_param_3", "matmul_kernel_param_4"}) {
      EXPECT_THAT(text, HasSubstr(std::string(".param .align 64 .b8 ") + parameter + "[128]"));
      EXPECT_GE(timesIn(text, std::string(", ") + parameter + ";"), 1) << "its address is taken";
      EXPECT_EQ(timesIn(text, std::string("[") + parameter + "+"), 0) << "it is not copied";
    }
    EXPECT_EQ(timesIn(text, ".local"), 0);
    EXPECT_EQ(timesIn(text, "st.shared"), 0);
    EXPECT_EQ(timesIn(text, "bar.sync"), 1);
    if (name != "by_mma") EXPECT_GE(timesIn(text, "wgmma.mma_async.sync.aligned.m64n64k16"), 4);
    if (name != "core_matrices") EXPECT_THAT(text, HasSubstr(".shared .align 1024 .b8 A_shared"));
    if (assembler().empty()) continue;
    const Assembled a = assemble(text, "sm_90a");
    EXPECT_EQ(a.code, 0) << a.out;
    EXPECT_THAT(a.out, HasSubstr("0 bytes spill stores"));
    const Result<PtxModule> older = compileForCuda(*program, "sm_80");
    ASSERT_FALSE(older.ok());
    EXPECT_THAT(older.error().hint, HasSubstr("sm_90"));
  }
}

}  // namespace
}  // namespace lw
