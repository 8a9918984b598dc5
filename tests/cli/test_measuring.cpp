// What `lw run` says about its numbers, and the inputs that it makes for programs that use them as indices.
#include "core/support/json.h"

#include "tests/cli/cli_fixture.h"

namespace lw::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

const char* const kTake = R"(from tvm.script import tir as T

@T.prim_func
def take(A: T.Buffer((50, 8), "float32"), ids: T.Buffer((300,), "int32"), B: T.Buffer((300, 8), "float32")):
    for i, j in T.grid(300, 8):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[ids[vi], vj] * T.float32(2)


def reference(A, ids):
    return A[ids] * 2
)";

const char* const kProduct = R"(from tvm.script import tir as T

@T.prim_func
def mm(A: T.Buffer((64, 64), "float32"), B: T.Buffer((64, 64), "float32"), C: T.Buffer((64, 64), "float32")):
    for i, j, k in T.grid(64, 64, 64):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]


def reference(A, B):
    return A @ B
)";

class Measuring : public Cli {};

TEST_F(Measuring, TablesOfRowsAreInside) {
  const std::string take = file("take.py", kTake);
  for (const char* seed : {"1", "2", "3"}) {
    const Outcome run = lw("run --json --repeat 1 --seed " + std::string(seed) + " " + take);
    ASSERT_EQ(run.code, 0) << run.out << run.err;
    EXPECT_EQ(json::parse(run.out)["ok"], true);
  }
  const Outcome same = lw("same " + take + " " + take);
  EXPECT_EQ(same.code, 0) << same.out << same.err;
  const Outcome tuned = lw("tune --trials 3 --json " + take);
  EXPECT_EQ(tuned.code, 0) << tuned.out << tuned.err;
  EXPECT_THAT(tuned.out, Not(HasSubstr("before the start of buffer")));
  // What the person says is taken as it is.
  const Outcome outside = lw("run --repeat 1 --input ids=500000..600000 " + take);
  EXPECT_NE(outside.code, 0) << outside.out;
}

TEST_F(Measuring, KernelsOfTheReferenceAreNamed) {
  const std::string product = file("mm.py", kProduct);
  const Outcome run = lw("run --json --repeat 3 " + product);
  ASSERT_EQ(run.code, 0) << run.out << run.err;
  const json j = json::parse(run.out);
  ASSERT_TRUE(j["reference"].contains("blas")) << run.out;
  EXPECT_THAT(j["reference"]["blas"]["library"].get<std::string>(), HasSubstr("OpenBLAS"));
  const std::string name = j["reference"]["blas"]["kernels"];
  EXPECT_EQ(j["reference"]["runs"], 3);
  EXPECT_THAT(lw("run --repeat 3 " + product).out, HasSubstr(", " + name + " kernels"));
  EXPECT_THAT(lw("devices").out, HasSubstr(", " + name + " kernels"));
  EXPECT_THAT(lw("devices --json").out, HasSubstr("\"kernels\": \"" + name + "\""));
  const std::string without = file("take.py", kTake);
  EXPECT_FALSE(json::parse(lw("run --json --repeat 1 " + without).out)["reference"].contains("blas"))
      << "this reference calculates no product";
}

// As on a processor that the library does not know.
TEST_F(Measuring, KernelsThatDoNotFitAreSaidInEveryComparison) {
  if (slurp("/proc/cpuinfo").find(" avx2 ") == std::string::npos) GTEST_SKIP() << "a processor of that time";
  const std::string product = file("mm.py", kProduct);
  setenv("OPENBLAS_CORETYPE", "Prescott", 1);
  const Outcome run = lw("run --repeat 3 " + product), machine = lw("devices"),
                told = lw("run --json --repeat 3 " + product);
  unsetenv("OPENBLAS_CORETYPE");
  EXPECT_THAT(run.out,
              HasSubstr("beware: OpenBLAS runs its Prescott kernels, which do not use what this processor can do"));
  EXPECT_THAT(machine.out, HasSubstr("beware: OpenBLAS runs its Prescott kernels"));
  EXPECT_EQ(json::parse(told.out)["reference"]["blas"]["fit"], false);
}

TEST_F(Measuring, OneRunIsCalledOne) {
  const Outcome run = lw("run --repeat 1 " + file("mm.py", kProduct));
  EXPECT_THAT(run.out, HasSubstr("(1 run, "));
  EXPECT_THAT(run.out, Not(HasSubstr("1 runs")));
}

}  // namespace
}  // namespace lw::test
