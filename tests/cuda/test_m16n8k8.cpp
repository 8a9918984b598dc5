// Fragments of mma.m16n8k8 as PTX: ldmatrix and mma, carried out by the machine of the tests.
#include <gmock/gmock.h>

#include "tests/cuda/ptx_fixture.h"
#include "tests/emulator/m16n8k8_program.h"

namespace lw {
namespace {

using namespace lw::test;
using ::testing::HasSubstr;

TEST(M16n8k8, IsLoadedByLdmatrixAndMultipliedByMma) {
  for (const std::string sum : {"float16", "float32"}) {
    const Scheduled s = scheduledBy(m16n8k8Program(sum), "schedule");
    const Result<GpuProgram> program = lowerForGpu(s.scheduled, defaultGpuDevice());
    ASSERT_TRUE(program.ok()) << toText(program.error());
    const Result<PtxModule> module = compileForCuda(*program, "sm_80");
    ASSERT_TRUE(module.ok()) << toText(module.error());
    const std::string type = sum == "float16" ? "f16" : "f32";
    // Four steps of k, in each of which a fragment of a and one of b are multiplied for each of 2 x 4 fragments of
    // sums.
    const int products = timesIn(module->text, "mma.sync.aligned.m16n8k8.row.col." + type + ".f16.f16." + type);
    EXPECT_TRUE(products == 8 || products == 32) << module->text;
    EXPECT_EQ(timesIn(module->text, "x4.shared.b16"), products / 8);
    EXPECT_EQ(timesIn(module->text, "x4.trans.shared.b16"), products / 8);
    EXPECT_EQ(timesIn(module->text, ".local"), 0) << "fragments lie in registers";
    const Result<std::vector<Argument>> inputs = makeArguments(s.source, smallIntegers());
    ASSERT_TRUE(inputs.ok());
    expectComputes(*module, *program, s.source, *inputs, wantedOf(s.source, *inputs), sum);
    if (!assembler().empty()) {
      const Assembled a = assemble(module->text, "sm_80");
      EXPECT_EQ(a.code, 0) << a.out;
    }
    const Result<PtxModule> older = compileForCuda(*program, "sm_75");
    ASSERT_FALSE(older.ok());
    EXPECT_THAT(older.error().message, HasSubstr("the target sm_75 has no instruction for matrix operations of the "
                                                 "shape m16n8k8"));
    EXPECT_THAT(older.error().hint, HasSubstr("are multiplied from sm_80 on"));
  }
}

// Rows that do not begin at 16 bytes are loaded element by element.
TEST(M16n8k8, RowsMayBeginAnywhere) {
  std::string text = m16n8k8Program("float32");
  const std::string copy = "        sch.compute_at(copy, k0)\n";
  text.replace(text.find(copy), copy.size(), copy + "        sch.storage_align(copy, 0, -2, 8, 1)\n");
  const Scheduled s = scheduledBy(text, "schedule");
  const Result<GpuProgram> program = lowerForGpu(s.scheduled, defaultGpuDevice());
  ASSERT_TRUE(program.ok()) << toText(program.error());
  const Result<PtxModule> module = compileForCuda(*program, "sm_80");
  ASSERT_TRUE(module.ok()) << toText(module.error());
  EXPECT_EQ(timesIn(module->text, "ldmatrix"), 0) << module->text;
  const Result<std::vector<Argument>> inputs = makeArguments(s.source, smallIntegers());
  ASSERT_TRUE(inputs.ok());
  expectComputes(*module, *program, s.source, *inputs, wantedOf(s.source, *inputs), "padded");
}

}  // namespace
}  // namespace lw
