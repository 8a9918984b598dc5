// What results are compared with, where the file has no reference.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "backends/measure/expected.h"
#include "core/te/read_program.h"

namespace lw {
namespace {

// Without a child process, there is only the interpreter.
class ExpectedResults : public testing::Test {
 protected:
  void SetUp() override { setenv("LW_RUNNER", "/nonexistent/lw-runner", 1); }
  void TearDown() override { unsetenv("LW_RUNNER"); }

  static Result<Expected> of(int64_t size) {
    const std::string n = std::to_string(size);
    const SourceFile file =
        readProgram("twice.py", "from tvm.script import tir as T\n\n\n@T.prim_func\ndef twice(X: T.Buffer((" + n +
                                    ",), \"int32\"), Y: T.Buffer((" + n + ",), \"int32\")):\n    for i in range(" + n +
                                    "):\n        with T.block(\"Y\"):\n            vi = T.axis.spatial(" + n +
                                    ", i)\n            Y[vi] = X[vi] * 2\n");
    const PrimFunc function = *file.select("");
    NDArray x = NDArray::zeros(dtype::Int32, {size}), y = x;
    for (int64_t i = 0; i < size; ++i) x.setInt(i, i);
    return evaluateExpected(file, function, {x, y}, {}, 1, false);
  }
};

TEST_F(ExpectedResults, ASmallProgramIsInterpreted) {
  const Result<Expected> expected = of(1000);
  ASSERT_TRUE(expected.ok()) << expected.error().message;
  EXPECT_EQ(expected->kind, "unscheduled program");
  ASSERT_EQ(expected->outputs.size(), 1u);
  for (int64_t i = 0; i < 1000; ++i) EXPECT_EQ(expected->outputs[0].getInt(i), 2 * i);
}

TEST_F(ExpectedResults, ALargeOneIsNot) {
  const Result<Expected> expected = of(1'000'000);
  ASSERT_FALSE(expected.ok());
  EXPECT_TRUE(expected.error().kind.starts_with("runner.")) << expected.error().kind;
}

}  // namespace
}  // namespace lw
