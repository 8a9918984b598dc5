// What is said of a model that cannot be compiled, or evaluated as a reference: a case for each sentence.
#include <gtest/gtest.h>

#include "backends/interpreter/interpreter.h"
#include "backends/reference/errors.h"
#include "backends/reference/graph_reference.h"
#include "core/text/graph/read_model.h"
#include "passes/graph/legalize/errors.h"
#include "passes/graph/legalize_ops.h"
#include "tests/errors/expect_error.h"

namespace lw {
namespace {

// A function over x (2, 3) of float32 with these lines.
graph::Model modelWith(const std::string& lines) {
  std::string text =
      "from tvm.script import ir as I\nfrom tvm.script import relax as R\n\n\n@I.ir_module\nclass Module:\n"
      "    @R.function\n    def main(x: R.Tensor((2, 3), \"float32\")):\n        " +
      lines + "\n";
  const SourceFile file = parseSource("case.py", text);
  EXPECT_FALSE(file.hasErrors()) << text;
  return file.graphs.empty() ? graph::Model() : modelOf(file, *file.graphs[0]);
}

TEST(ModelErrors, AllCallsWithoutAKernelAreNamed) {
  const Result<graph::Model> one = withKernels(modelWith("y = R.unique(x, axis=1)\n        return y"));
  expectError(
      one, err::kGraphNoKernelOne,
      "no kernel can be made of the call R.unique(R.Tensor((2, 3), dtype=\"float32\"), R.Prim(value=1)) of main.y");
  const Result<graph::Model> other = withKernels(modelWith("y = R.topk(x, k=9)\n        return y"));
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().hint, "state the shapes of its operands, or call a prim_func with R.call_tir in its place");
  const Result<graph::Model> two =
      withKernels(modelWith("y = R.topk(x, k=9)\n        z = R.exp(x)\n        return R.unique(z, axis=1)"));
  expectError(two, err::kGraphNoKernel,
              "no kernel can be made of 2 calls of operators: R.topk(R.Tensor((2, 3), dtype=\"float32\"), k=9) of "
              "main.y; R.unique(R.Tensor((2, 3), dtype=\"float32\"), R.Prim(value=1)) of main");
  EXPECT_TRUE(two.error().span.valid());
}

Status interpreted(const PrimFunc& kernel, std::vector<Argument>& arguments) { return interpret(kernel, arguments); }

TEST(ModelErrors, OfTheReferenceNameWhatDoesNotFit) {
  const std::vector<NDArray> right{NDArray::zeros(dtype::Float32, {2, 3})},
      wrong{NDArray::zeros(dtype::Float32, {2, 4})};
  expectError(evaluateGraph(modelWith("return R.exp(x)"), "main", wrong, interpreted), err::kGraphArgument,
              "the value of x is R.Tensor((2, 4), dtype=\"float32\"), not R.Tensor((2, 3), dtype=\"float32\")");
  expectError(evaluateGraph(modelWith("return R.ccl.allreduce(x)"), "main", right, interpreted),
              err::kGraphNotEvaluated, "R.ccl.allreduce cannot be evaluated in terms of NumPy");
  expectError(evaluateGraph(modelWith("return R.exp(x)"), "main", {}, interpreted), err::kReferenceArgumentCount,
              "the function has 1 parameters, but 0 arguments are given");
}

}  // namespace
}  // namespace lw
