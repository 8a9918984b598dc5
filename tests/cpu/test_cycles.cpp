// What assembly costs by LLVM's model of the processor.
#include "backends/cpu/cycles.h"
#include "tests/cpu/kernel_fixture.h"

namespace lw::test {
namespace {

using namespace dtype;

constexpr const char* kChain = R"(	.intel_syntax noprefix
	.text
f:
.LBB0_1:
	vfmadd231ps	zmm0, zmm1, zmm2
	dec	rax
	jne	.LBB0_1
.LBB0_2:
	vfmadd231ps	zmm3, zmm1, zmm2
	vfmadd231ps	zmm4, zmm1, zmm2
	vfmadd231ps	zmm5, zmm1, zmm2
	vfmadd231ps	zmm6, zmm1, zmm2
	dec	rax
	jne	.LBB0_2
	ret
)";

// Four multiply-adds that wait for nothing take hardly longer than one that waits for itself.
TEST(CpuCycles, AChainTakesItsLatency) {
  const Result<AssemblyCycles> cycles = cyclesOf(kChain, "skylake-avx512", "");
  ASSERT_TRUE(cycles) << cycles.error().message;
  ASSERT_EQ(cycles->lines.size(), 15u);
  EXPECT_EQ(cycles->lines[4].latency, 4);
  EXPECT_EQ(cycles->lines[3].throughput, 0);  // a label
  ASSERT_EQ(cycles->loops.size(), 2u);
  EXPECT_EQ(cycles->loops[0].first, 3);
  EXPECT_EQ(cycles->loops[0].last, 6);
  EXPECT_EQ(cycles->loops[0].instructions, 3);
  EXPECT_NEAR(cycles->loops[0].perRound, 4, 0.2);
  EXPECT_NEAR(cycles->loops[1].perRound, 4, 0.5);
}

TEST(CpuCycles, ReadsWhatTheCodeGeneratorWrites) {
  Buffer a = makeBuffer("a", {100000}, Float32), b = makeBuffer("b", {100000}, Float32);
  Var i("i");
  const Result<CpuModule> module =
      compileForCpu(function({a, b}, loop(i, 100000, store(b, {i}, load(a, {i}) + load(a, {i})))),
                    {.asmText = true, .object = false, .debugLines = true});
  ASSERT_TRUE(module);
  EXPECT_TRUE(module->object.empty());
  const Result<AssemblyCycles> cycles = cyclesOf(module->asmText, "skylake-avx512", module->features);
  ASSERT_TRUE(cycles) << cycles.error().message << module->asmText;
  ASSERT_FALSE(cycles->loops.empty()) << module->asmText;
  EXPECT_GT(cycles->loops.front().perRound, 0.9);
  EXPECT_LT(cycles->loops.front().perRound, 100);
}

// No model knows what a function takes: such a loop has no figure, its lines have theirs, and nothing is written beside
// the answer.
TEST(CpuCycles, LoopsThatCallSomethingHaveNoFigure) {
  const std::string calling = std::string(kChain).replace(std::string(kChain).find("\tdec\trax"), 0, "\tcall\texpf\n");
  testing::internal::CaptureStderr();
  const Result<AssemblyCycles> cycles = cyclesOf(calling, "skylake-avx512", "");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  ASSERT_TRUE(cycles) << cycles.error().message;
  ASSERT_EQ(cycles->loops.size(), 1u);
  EXPECT_EQ(cycles->loops[0].instructions, 6);
  EXPECT_EQ(cycles->lines[4].latency, 4);
}

TEST(CpuCycles, TellsWhatItCannotDo) {
  const Result<AssemblyCycles> old = cyclesOf(kChain, "i486", "");
  ASSERT_FALSE(old);
  EXPECT_NE(old.error().message.find("i486"), std::string::npos) << old.error().message;
  const Result<AssemblyCycles> broken = cyclesOf("\t.intel_syntax noprefix\n\tfrobnicate rax\n", "skylake-avx512", "");
  ASSERT_FALSE(broken);
  EXPECT_NE(broken.error().message.find("line 2"), std::string::npos) << broken.error().message;
}

}  // namespace
}  // namespace lw::test
