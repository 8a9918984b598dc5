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

// The sums of a block go from shared memory to global memory by one instruction of one thread.
TEST(TensorCopies, AreStoresToo) {
  const Scheduled s = scheduledBy(contents(LW_SOURCE_DIR "/samples/gpu/hopper_matmul.py"), "stored_by_tensors");
  const Result<GpuProgram> program = lowerForGpu(s.scheduled, defaultGpuDevice());
  ASSERT_TRUE(program.ok()) << toText(program.error());
  const Result<PtxModule> module = compileForCuda(*program, "sm_90");
  ASSERT_TRUE(module.ok()) << toText(module.error());
  const std::string& text = module->text;
  EXPECT_EQ(timesIn(text, "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group ["), 1);
  EXPECT_EQ(timesIn(text, "fence.proxy.async.shared::cta;"), 3) << "two for wgmma, and that of the store";
  EXPECT_EQ(timesIn(text, "cp.async.bulk.commit_group;"), 1);
  EXPECT_EQ(timesIn(text, "cp.async.bulk.wait_group.read 0;"), 1);
  EXPECT_EQ(timesIn(text, "bar.sync"), 2) << "behind the initialisation, and of the consumers";
  EXPECT_EQ(timesIn(text, "st.global"), 0);
  EXPECT_THAT(text, HasSubstr(".param .align 64 .b8 matmul_kernel_param_5[128]"));
  EXPECT_THAT(text, HasSubstr(".shared .align 128 .b8 C_shared"));
  const Result<PtxModule> older = compileForCuda(*program, "sm_80");
  ASSERT_FALSE(older.ok());
  if (!assembler().empty()) EXPECT_EQ(assemble(text, "sm_90a").code, 0) << assemble(text, "sm_90a").out;
}

// Layouts, widths of rows, groups of warps and types: right on the emulator, and assembled.
TEST(TensorCopies, CompositesOfProducersAreRight) {
  struct Case {
    const char* step;
    bool transposed = true;
    const char* type = "float16";
  };
  for (const Case& c :
       {Case{"wgmma_matmul(sch, block, 64, stages=2, tensors=True)", false},
        {"wgmma_matmul(sch, block, 64, stages=2)", false},
        {"wgmma_matmul(sch, block, 64, step_k=32, transposed=True, stages=2, tensors=True, swizzle=True)"},
        {"wgmma_matmul(sch, block, 64, step_k=16, transposed=True, stages=3, tensors=True, swizzle=True)"},
        {"wgmma_matmul(sch, block, 128, groups_n=2, step_k=64, transposed=True, stages=1, tensors=True, swizzle=True)"},
        {"wgmma_matmul(sch, block, 64, types=\"i8i8i32\", step_k=64, transposed=True, stages=2, tensors=True, "
         "swizzle=True)",
         true, "int8"},
        {"mma_matmul(sch, block, step_k=64, stages=2, tensors=True, swizzle=True)", false},
        {"mma_matmul(sch, block, step_k=32, stages=2, tensors=True, swizzle=True, staged=True)", false}}) {
    SCOPED_TRACE(c.step);
    const std::string sum = c.type == std::string("int8") ? "int32" : "float32";
    const std::string program =
        std::string("from composites.gpu_matmul import mma_matmul, wgmma_matmul\n") +
        "from tvm.script import tir as T\n\n\n@T.prim_func\ndef main(A: T.Buffer((64, 128), \"" + c.type +
        "\"), B: T.Buffer((128, 128), \"" + c.type + "\"), C: T.Buffer((64, 128), \"" + sum +
        "\")):\n    for i, j, k in T.grid(64, 128, 128):\n        with T.block(\"C\"):\n"
        "            vi, vj, vk = T.axis.remap(\"SSR\", [i, j, k])\n            with T.init():\n"
        "                C[vi, vj] = T." +
        sum + "(0)\n            C[vi, vj] = C[vi, vj] + T.Cast(\"" + sum + "\", A[vi, vk]) * T.Cast(\"" + sum +
        "\", B[" + (c.transposed ? "vj, vk" : "vk, vj") +
        "])\n\n\ndef schedule(sch):\n    block = sch.get_block(\"C\")\n    " + c.step + "\n";
    const Scheduled s = scheduledBy(program, "schedule");
    const Result<GpuProgram> lowered = lowerForGpu(s.scheduled, defaultGpuDevice());
    ASSERT_TRUE(lowered.ok()) << toText(lowered.error());
    expectRight(s, c.step);
    const Result<PtxModule> module = compileForCuda(*lowered, "sm_90");
    ASSERT_TRUE(module.ok()) << toText(module.error());
    if (assembler().empty()) continue;
    const Assembled a = assemble(module->text, "sm_90a");
    EXPECT_EQ(a.code, 0) << a.out;
  }
}

}  // namespace
}  // namespace lw
