// Barriers with phases and bulk copies as PTX for sm_90.
#include <gmock/gmock.h>

#include "tests/cuda/ptx_fixture.h"
#include "tests/emulator/phased_program.h"

namespace lw {
namespace {

using namespace lw::test;
using ::testing::HasSubstr;

TEST(PhasedBarriers, AreMbarriers) {
  const SourceFile file = readProgram("phased.py", phasedProgram());
  const PrimFunc f = *file.select("");
  const Result<GpuProgram> program = lowerForGpu(f, defaultGpuDevice());
  ASSERT_TRUE(program.ok()) << toText(program.error());
  EXPECT_EQ(program->kernels.at(0).sharedBytes, 1024 * 4 + 4 * 8);
  const Result<PtxModule> module = compileForCuda(*program, "sm_90");
  ASSERT_TRUE(module.ok()) << toText(module.error());
  EXPECT_THAT(module->text, HasSubstr(".shared .align 8 .b8 barriers[32]"));
  EXPECT_GE(timesIn(module->text, "mbarrier.init.shared::cta.b64"), 4);
  EXPECT_GE(timesIn(module->text, "mbarrier.try_wait.parity.shared::cta.b64"), 2);
  EXPECT_GE(timesIn(module->text, "mbarrier.arrive.expect_tx.shared::cta.b64"), 1);
  EXPECT_GE(timesIn(module->text, "mbarrier.arrive.shared::cta.b64"), 1);
  EXPECT_GE(timesIn(module->text, "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"), 1);
  EXPECT_EQ(timesIn(module->text, "st.shared"), 0) << "the copy is the instruction's";
  EXPECT_EQ(timesIn(module->text, "bar.sync"), 1) << "the one that the program has";
  if (!assembler().empty()) {
    const Assembled a = assemble(module->text, "sm_90");
    EXPECT_EQ(a.code, 0) << a.out << module->text;
  }
  const Result<PtxModule> older = compileForCuda(*program, "sm_80");
  ASSERT_FALSE(older.ok());
  EXPECT_THAT(older.error().message, HasSubstr("the target sm_80 has no barriers with phases and no bulk copies"));
  EXPECT_THAT(older.error().hint, HasSubstr("they exist from sm_90 on"));
}

TEST(PhasedBarriers, AreCreated) {
  std::string text = phasedProgram();
  const std::string line = "T.evaluate(T.create_barriers(4))";
  text.replace(text.find(line), line.size(), "T.evaluate(0)");
  const SourceFile file = readProgram("phased.py", text);
  const Result<GpuProgram> program = lowerForGpu(*file.select(""), defaultGpuDevice());
  ASSERT_TRUE(program.ok()) << toText(program.error());
  const Result<PtxModule> module = compileForCuda(*program, "sm_90");
  ASSERT_FALSE(module.ok());
  EXPECT_THAT(module.error().message, HasSubstr("the kernel uses barriers with phases, but does not create them"));
}

}  // namespace
}  // namespace lw
