// lw same: what it compares, and when there is nothing to compare.
#include "tests/cli/cli_fixture.h"

namespace {

using namespace lw::test;
using testing::HasSubstr;

// Where neither function has a result, equal arrays would prove nothing.
TEST_F(Cli, SameWantsAResult) {
  const std::string path = file("inner.py",
                                "from tvm.script import tir as T\n\n\n@T.prim_func\n"
                                "def inner(A: T.Buffer((4,), \"float32\")):\n"
                                "    B = T.alloc_buffer((4,))\n"
                                "    for i in range(4):\n"
                                "        B[i] = A[i] + T.float32(1)\n\n\n@T.prim_func\n"
                                "def outer(A: T.Buffer((4,), \"float32\")):\n"
                                "    for i in range(4):\n"
                                "        A_1 = T.Buffer((4,), data=A.data)\n"
                                "        A_1[i] = A[i] + T.float32(1)\n");
  const Outcome nothing = lw("same " + path + ":inner " + path + ":inner");
  EXPECT_EQ(nothing.code, 1);
  EXPECT_THAT(nothing.err,
              HasSubstr("there is nothing to compare: neither inner nor inner writes to an array that it is given"));
  EXPECT_THAT(nothing.err, HasSubstr("make the array with the result a parameter"));
  EXPECT_EQ(lw("same " + path + ":outer " + path + ":outer").code, 0);
  EXPECT_EQ(lw("same " + path + ":inner " + path + ":outer").code, 3);
}

}  // namespace
