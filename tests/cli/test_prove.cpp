// lw prove: its answers and exit codes.
#include "tests/cli/cli_fixture.h"

namespace {

using namespace lw::test;
using testing::HasSubstr;

constexpr const char* kPrograms = R"(from tvm.script import tir as T


@T.prim_func
def plain(A: T.Buffer((12,), "float32"), S: T.Buffer((1,), "float32")):
    S[0] = T.float32(0)
    for i in range(12):
        S[0] = S[0] + A[i]


@T.prim_func
def split(A: T.Buffer((12,), "float32"), S: T.Buffer((1,), "float32")):
    S[0] = T.float32(0)
    for i, j in T.grid(3, 4):
        S[0] = S[0] + A[i * 4 + j]


@T.prim_func
def turned(A: T.Buffer((12,), "float32"), S: T.Buffer((1,), "float32")):
    S[0] = T.float32(0)
    for j, i in T.grid(4, 3):
        S[0] = S[0] + A[i * 4 + j]


@T.prim_func
def short(A: T.Buffer((12,), "float32"), S: T.Buffer((1,), "float32")):
    S[0] = T.float32(0)
    for i in range(11):
        S[0] = S[0] + A[i]


@T.prim_func
def twice(A: T.Buffer((12,), "float32"), S: T.Buffer((1,), "float32")):
    S[0] = T.float32(0)
    for i in range(12):
        S[0] = S[0] + A[i] * T.float32(2)


@T.prim_func
def half(A: T.Buffer((12,), "float32"), S: T.Buffer((1,), "float32")):
    S[0] = T.float32(0)
    for i in range(12):
        S[0] = S[0] + (A[i] + A[i])
)";

TEST_F(Cli, ProveSaysHowFarTwoFunctionsAreEqual) {
  const std::string path = file("sums.py", kPrograms), plain = path + ":plain ";
  const Outcome same = lw("prove " + plain + path + ":split");
  EXPECT_EQ(same.code, 0) << same.err;
  EXPECT_EQ(same.out, "equal for all inputs and sizes\n");

  const Outcome turned = lw("prove " + plain + path + ":turned");
  EXPECT_EQ(turned.code, 0) << turned.err;
  EXPECT_THAT(turned.out, HasSubstr("up to the order of these sums:\n  + of float32 into S and S"));
  EXPECT_THAT(turned.out, HasSubstr("2 (n - 1) 2^-24 times"));
  EXPECT_THAT(lw("prove " + plain + path + ":turned --json").out, HasSubstr("\"rounding\": \"2^-24\""));

  const Outcome differs = lw("prove " + plain + path + ":short");
  EXPECT_EQ(differs.code, 3);
  EXPECT_THAT(differs.err, HasSubstr("S[0] is"));

  const Outcome open = lw("prove " + path + ":twice " + path + ":half");
  EXPECT_EQ(open.code, 1);
  EXPECT_THAT(open.err, HasSubstr("no proof was found that twice and half are equal: a value of S was not matched"));
  EXPECT_EQ(lw("prove " + plain + plain + " --limit 0").code, 2);
}

TEST_F(Cli, ProveShowsThatAResultDependsOnTheOrderOfIterations) {
  const std::string head = "(A: T.Buffer((12,), \"float32\"), C: T.Buffer((12,), \"float32\")):\n";
  const std::string path = file("races.py", "from tvm.script import tir as T\n\n\n@T.prim_func\ndef last" + head +
                                                "    for i in range(12):\n        C[0] = A[i]\n\n\n"
                                                "@T.prim_func\ndef any" +
                                                head +
                                                "    for i in T.parallel(12):\n        C[0] = A[i]\n\n\n"
                                                "@T.prim_func\ndef same" +
                                                head + "    for i in T.parallel(12):\n        C[0] = A[0]\n");
  const Outcome race = lw("prove " + path + ":last " + path + ":any");
  EXPECT_EQ(race.code, 3) << race.out;
  EXPECT_THAT(race.err,
              HasSubstr("the result of any depends on the order of the iterations of loop i, which run in any "
                        "order: C[0] is "));
  EXPECT_THAT(race.err, HasSubstr("for example the statement that writes C, at i = "));
  // The same value in any order.
  EXPECT_EQ(lw("prove " + path + ":same " + path + ":same").code, 1);
}

TEST_F(Cli, ProveSaysWhereItStopped) {
  const std::string path = file("sums.py", kPrograms);
  EXPECT_THAT(lw("prove " + path + ":twice " + path + ":half").err,
              HasSubstr("the element S[0], which the statement that writes S, at i = "));
}

}  // namespace
