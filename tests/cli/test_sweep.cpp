// lw run --sweep: a program at a row of sizes.
#include "tests/cli/cli_fixture.h"

namespace lw::test {
namespace {

TEST_F(Cli, ASweepRunsAtEachSize) {
  const std::string scale = file("scale.py", R"(from tvm.script import tir as T

@T.prim_func
def scale(a: T.handle, c: T.handle):
    n = T.int64()
    A = T.match_buffer(a, (n,), "float32")
    C = T.match_buffer(c, (n,), "float32")
    for i in range(n):
        with T.block("C"):
            vi = T.axis.spatial(n, i)
            C[vi] = A[vi] * T.float32(2)
)");
  const Outcome table = lw("run " + scale + " --sweep n=64..300 --repeat 2");
  EXPECT_EQ(table.code, 0) << table.err;
  EXPECT_THAT(table.out, testing::ContainsRegex("n +time +GFLOP/s"));
  for (const char* size : {"64", "128", "256", "300"})
    EXPECT_THAT(table.out, testing::ContainsRegex("  " + std::string(size) + " .* ok\n"));
  const Outcome json = lw("run " + scale + " --sweep n=10..30+10 --repeat 2 --json");
  EXPECT_EQ(json.code, 0) << json.err;
  for (const char* part : {R"("size": "n")", R"("value": 10)", R"("value": 20)", R"("value": 30)", R"("ok": true)"})
    EXPECT_THAT(json.out, testing::HasSubstr(part));
  const Outcome wrong = lw("run " + scale + " --sweep k=1..2");
  EXPECT_EQ(wrong.code, 2);
  EXPECT_THAT(wrong.err, testing::HasSubstr("scale has no size named k"));
  EXPECT_THAT(wrong.err, testing::HasSubstr("its sizes are n"));
  EXPECT_THAT(lw("run " + scale + " --sweep n=1,2 --save a.npz").err,
              testing::HasSubstr("--sweep cannot be combined with --save"));
  EXPECT_THAT(lw("run " + scale + " --sweep n=1,2 --estimate").err,
              testing::HasSubstr("--estimate cannot be combined with --sweep"));
  for (const char* option : {" --sweep n=1,2", " --estimate"})
    EXPECT_THAT(lw("run " + std::string(LW_SOURCE_DIR) + "/samples/models/mlp.py" + option).err,
                testing::HasSubstr("name one of its kernels"))
        << option;
  EXPECT_THAT(lw("run " + scale + " --bind n=64 --estimate --save a.npz").err,
              testing::HasSubstr("--estimate cannot be combined with --save"));
}

}  // namespace
}  // namespace lw::test
