// What the benchmarks report stands on results that were compared: one that differs ends them before anything is timed.
#include "tests/bench/side_by_side.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/script/composite.h"

namespace lw::bench {
namespace {

constexpr const char* kTwice = R"(from tvm.script import tir as T


@T.prim_func
def twice(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
    for i in T.serial(64):
        with T.block("B"):
            vi = T.axis.spatial(64, i)
            B[vi] = A[vi] * T.float32(2)
)";

// The kernel beside a peer that multiplies by `factor`.
Row besideProductBy(float factor) {
  const Kernel kernel = build(kTwice, [](const SourceFile&, Schedule s) { return interpretStep("vectorize(i)", s); });
  const Memory a(256), b(256), wanted(256);
  fill<float>(a, 1);
  return compare({.name = "twice",
                  .work = 64,
                  .kernel = kernel,
                  .buffers = {a.data, b.data},
                  .theirs =
                      [&] {
                        for (int i = 0; i < 64; ++i) wanted.as<float>()[i] = factor * a.as<float>()[i];
                      },
                  .error = [&] { return difference<float>(b, wanted); },
                  .allowed = 1e-5},
                 5);
}

TEST(SideBySide, ResultsThatAgreeAreTimed) {
  const Row row = besideProductBy(2);
  EXPECT_EQ(row.name, "twice");
  EXPECT_GT(row.ourMs, 0);
  EXPECT_GT(row.theirMs, 0);
  EXPECT_GT(row.ratio.median, 0);
}

TEST(SideBySide, AResultThatDiffersEndsTheBenchmark) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(besideProductBy(2.001f), testing::ExitedWithCode(1), "twice: results differ by 0.000");
}

}  // namespace
}  // namespace lw::bench
