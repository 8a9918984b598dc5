// Functions of ten thousand blocks: none of their sizes ends a command.
#include "tests/cli/cli_fixture.h"

namespace lw {
namespace {

using ::testing::HasSubstr;

// A chain: each block reads what the one before writes.
std::string chain(int blocks) {
  std::string text =
      "from tvm.script import tir as T\n\n\n@T.prim_func\ndef chain(A0: T.Buffer((16,), \"float32\"), A" +
      std::to_string(blocks) + ": T.Buffer((16,), \"float32\")):\n";
  for (int i = 1; i < blocks; ++i) text += "    A" + std::to_string(i) + " = T.alloc_buffer((16,), \"float32\")\n";
  for (int i = 0; i < blocks; ++i)
    text += "    for i in range(16):\n        with T.block(\"B" + std::to_string(i) +
            "\"):\n            vi = T.axis.spatial(16, i)\n            A" + std::to_string(i + 1) + "[vi] = A" +
            std::to_string(i) + "[vi] + T.float32(1)\n";
  return text;
}

class LongPrograms : public test::Cli {};

TEST_F(LongPrograms, AreReadPrintedSteppedAndLowered) {
  const std::string program = file("chain.py", chain(10000));
  for (const char* command : {"check ", "print ", "cost ", "lower "}) {
    const test::Outcome r = lw(command + program);
    EXPECT_EQ(r.code, 0) << command << r.err.substr(0, 200);
  }
  const test::Outcome stepped = lw("apply " + program + " --do 'unroll(B9999.i)'");
  EXPECT_EQ(stepped.code, 0) << stepped.err;
  EXPECT_THAT(stepped.out, HasSubstr("for i in T.unroll(16):"));
}

}  // namespace
}  // namespace lw
