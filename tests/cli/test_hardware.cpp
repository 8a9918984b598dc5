// Special hardware from the command line: C micro-kernels with consent, instructions, wrong intrinsics.
#include "core/support/json.h"

#include "tests/cli/cli_fixture.h"

namespace {

using namespace lw::test;
using testing::HasSubstr;
using testing::Not;

const std::string kHardware = LW_SOURCE_DIR "/samples/hardware/";

// The sample with another side, so that it runs in milliseconds.
std::string smaller(std::string text, const std::string& side) {
  for (size_t at; (at = text.find("1024")) != std::string::npos;) text.replace(at, 4, side);
  return text;
}

TEST_F(Cli, CodeOfTheProgramRunsWithConsentOnly) {
  const std::string path = file("tmm16.py", smaller(slurp(kHardware + "tmm16.py"), "64")),
                    steps = path + " --script " + path;
  Outcome r = lw("run " + steps);
  EXPECT_EQ(r.code, 1);
  EXPECT_THAT(
      r.err,
      HasSubstr(
          "the program contains C++ code (12 lines) with tmm16; compiling and running it here has not been allowed"));
  EXPECT_THAT(r.err, HasSubstr("--allow-c"));
  r = lw("run " + steps + " --allow-c --repeat 2");
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_THAT(r.out, HasSubstr("ok"));
  EXPECT_EQ(lw("lower " + steps + " --stage asm").code, 1);
  EXPECT_THAT(lw("lower " + steps + " --stage asm --allow-c").out, Not(HasSubstr("tmm16\n")))
      << "the micro-kernel is inlined";
  EXPECT_THAT(lw("lower " + steps + " --stage tir").out, HasSubstr("T.attr(0, \"pragma_import_llvm\""));
}

TEST_F(Cli, AWrongMicroKernelIsFoundOut) {
  std::string text = smaller(slurp(kHardware + "tmm16.py"), "64");
  text.replace(text.find("k < 16"), 6, "k < 15");
  const std::string path = file("wrong.py", text);
  const Outcome r = lw("run " + path + " --script " + path + " --allow-c --repeat 1 --no-baseline");
  EXPECT_EQ(r.code, 3);
  EXPECT_THAT(r.out, HasSubstr("WRONG"));
}

TEST_F(Cli, TheTraceOfAMicroKernelReplays) {
  const std::string path = file("tmm16.py", smaller(slurp(kHardware + "tmm16.py"), "64"));
  const std::string json = (folder / "t.json").string(), python = (folder / "t.py").string(),
                    out = (folder / "out.py").string();
  const Outcome r =
      lw("apply " + path + " --script " + path + " -o " + out + " --trace-json " + json + " --trace-py " + python);
  ASSERT_EQ(r.code, 0) << r.err;
  EXPECT_THAT(slurp(python), HasSubstr("    from tvm.contrib import clang\n"));
  EXPECT_THAT(slurp(python), HasSubstr("ann_val=clang.create_llvm(\""));
  for (const std::string& trace : {json, python})
    EXPECT_EQ(lw("apply " + path + " --trace " + trace).out, slurp(out)) << trace;
  // The interpreter takes the description of tmm16 for its meaning.
  EXPECT_EQ(lw("same " + path + " " + out + " --runs 1").code, 0) << lw("same " + path + " " + out + " --runs 1").err;
}

TEST_F(Cli, ADotProductOfBytesIsOneInstruction) {
  const std::string path = kHardware + "dot_product.py", steps = path + " --script " + path;
  const Outcome r = lw("lower " + steps + " --stage asm");
  if (r.err.find("needs AVX-512 VNNI") != std::string::npos) {
    EXPECT_EQ(r.code, 1);
    GTEST_SKIP() << "this processor has no AVX-512 VNNI; the refusal says so";
  }
  EXPECT_THAT(r.out, HasSubstr("vpdpbusd"));
  EXPECT_THAT(lw("run " + steps + " --repeat 2 --no-baseline").out, HasSubstr("ok, max error 0 "));
}

// What makes signed bytes unsigned is taken off once for each column: as many subtractions as sums, none of them in the
// loop.
TEST_F(Cli, AProductOfSignedBytesTakesOneInstructionForFour) {
  const std::string path = kHardware + "int8_matmul.py", steps = path + " --script " + path;
  const Outcome r = lw("lower " + steps + " --stage asm");
  if (r.err.find("needs AVX-512 VNNI") != std::string::npos)
    GTEST_SKIP() << "this processor has no AVX-512 VNNI; the refusal says so";
  const size_t first = r.out.find("vpdpbusd"), last = r.out.rfind("vpdpbusd");
  ASSERT_NE(first, std::string::npos);
  EXPECT_EQ(r.out.substr(first, last - first).find("vpsubd"), std::string::npos) << r.out.substr(first, last - first);
  EXPECT_THAT(lw("run " + steps + " --repeat 2 --no-baseline").out, HasSubstr("ok, max error 0 "));
}

TEST_F(Cli, AProductOfBfloat16TakesOneInstructionForTwo) {
  const std::string path = kHardware + "bfloat16_matmul.py", steps = path + " --script " + path;
  const Outcome r = lw("lower " + steps + " --stage asm");
  if (r.err.find("needs AVX-512 BF16") != std::string::npos)
    GTEST_SKIP() << "this processor has no AVX-512 BF16; the refusal says so";
  EXPECT_THAT(r.out, HasSubstr("vdpbf16ps"));
  EXPECT_THAT(lw("run " + steps + " --repeat 2 --no-baseline").out, HasSubstr("ok, max error"));
}

#ifdef __x86_64__
// Every line of the result goes past the caches, and the fence stands behind the last of them. The note is a step like
// any other. Stores of 48 lanes past the caches are split, and what is stored between them stays there.
TEST_F(Cli, StoresBetweenStreamsStay) {
  const std::string path = file("between.py", R"(from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((48, 4), "float32"), N: T.Buffer((1,), "int32"), B: T.Buffer((4, 48), "float32"), C: T.Buffer((4, 48), "float32")):
    T.func_attr({"tir.noalias": True})
    for o in range(1):
        for i in T.unroll(4, annotations={"pragma_stream_stores": 1}):
            for j in T.vectorized(48):
                with T.block("a"):
                    vi, vj = T.axis.remap("SS", [i, j])
                    B[vi, vj] = A[vj, vi]
        with T.block("b"):
            vo = T.axis.spatial(1, o)
            T.reads(N[0])
            T.writes(B[0:4, 0:48])
            B[0, N[0]] = T.float32(100)
        for i2 in T.unroll(4):
            for jo in T.unroll(3):
                for ji in T.vectorized(16):
                    with T.block("c"):
                        vi = T.axis.spatial(4, i2)
                        vj = T.axis.spatial(48, jo * 16 + ji)
                        C[vi, vj] = B[vi, vj]


def reference(A, N, B, C):
    B[:] = A.T
    B[0, N[0]] = 100
    C[:] = B
)");
  for (const char* place : {"0..0", "7..7", "16..16", "47..47"}) {
    const Outcome r = lw("run " + path + " --repeat 1 --json --input N=" + place);
    ASSERT_EQ(r.code, 0) << r.err << r.out;
    EXPECT_EQ(nlohmann::json::parse(r.out)["ok"], true) << r.out;
    EXPECT_EQ(nlohmann::json::parse(r.out)["checked"], true) << r.out;
  }
}

TEST_F(Cli, ATransposeStoresPastTheCaches) {
  const std::string path = LW_SOURCE_DIR "/samples/kernels/transpose.py", trace = (folder / "t.json").string();
  const std::string text = lw("lower " + path + " --script " + path + " --stage asm").out;
  size_t last = 0;  // of floats, or of what shuffles made of them
  for (const char* name : {"movntps", "movntpd", "movntdq"})
    if (const size_t at = text.rfind(name); at != std::string::npos) last = std::max(last, at);
  const size_t fence = text.rfind("sfence");
  ASSERT_GT(last, 0u) << text;
  ASSERT_NE(fence, std::string::npos) << text;
  EXPECT_LT(last, fence);
  EXPECT_THAT(text, Not(HasSubstr("movnti"))) << "numbers one by one";
  EXPECT_EQ(lw("apply " + path + " --script " + path + " --trace-json " + trace).code, 0);
  EXPECT_THAT(slurp(trace), HasSubstr("[\"pragma_stream_stores\"]"));
  EXPECT_EQ(lw("lower " + path + " --trace " + trace + " --stage asm").out, text);
}
#endif

TEST_F(Cli, AnIntrinsicThatComputesSomethingElseIsFoundOut) {
  std::string text = slurp(LW_SOURCE_DIR "/samples/primitives/18_tensorize.py");
  const std::string path = file("right.py", text);
  EXPECT_EQ(lw("check " + path).code, 0);
  text.replace(text.find("C[j] + A[k] * B[j, k]"), 21, "C[j] - A[k] * B[j, k]");
  const std::string wrong = file("wrong.py", text);
  Outcome r = lw("check " + wrong);
  EXPECT_EQ(r.code, 1);
  EXPECT_THAT(
      r.err,
      HasSubstr("the implementation of intrinsic \"gemv_16x64\" does not compute what its description says: C["));
  EXPECT_THAT(r.err, HasSubstr("compare gemv_impl with gemv_desc"));
  r = lw("apply " + wrong + " --script " + wrong);
  EXPECT_EQ(r.code, 1);
  EXPECT_THAT(r.err, HasSubstr("does not compute what its description says"));
}

TEST_F(Cli, PackingShrinksToWhatOneIterationUses) {
  const std::string path = LW_SOURCE_DIR "/samples/transforms/pack.py";
  const std::string text = lw("lower " + path + " --script " + path).out;
  EXPECT_THAT(text, HasSubstr("B_global = T.allocate([4096], \"float32\", \"global\")"));  // 64 x 64 of 128 x 128
  EXPECT_THAT(text, HasSubstr("A_global = T.allocate([3072], \"float32\", \"global\")"));  // 48 x 64 of 96 x 128
}

}  // namespace
