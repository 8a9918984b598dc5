// Symbolic sizes as TVM's newest releases print them.
#include <gtest/gtest.h>

#include "core/graph/graph.h"
#include "core/ir/ops.h"
#include "core/text/print/printer.h"
#include "core/text/tir/parser.h"

namespace lw {
namespace {

TEST(NewerSizes, AStringInTheSignatureNamesTheVariableOfTheBody) {
  const SourceFile file = parseSource("file.py", R"(from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def f(A: T.Buffer(("m", "n"), "float32"), B: T.Buffer(("k", n), "float32"), C: T.Buffer((m, n), "float32")):
    m, n = T.int64(), T.int64()
    k = T.int32()
    T.func_attr({"tirx.noalias": True})
    for i, j in T.grid(m, n):
        with T.sblock("C"):
            v_i, v_j = T.axis.remap("SS", [i, j])
            C[v_i, v_j] = A[v_i, v_j] + B[k - 1, v_j]
)");
  ASSERT_FALSE(file.hasErrors()) << render(file.diagnostics.at(0), file.source);
  const PrimFunc& f = file.functions.at(0);
  const auto size = [&](size_t buffer, size_t axis) { return f.buffers.at(buffer).second->shape.at(axis); };
  EXPECT_EQ(size(0, 0).dtype(), dtype::Int64);
  EXPECT_EQ(size(1, 0).dtype(), dtype::Int32);
  EXPECT_TRUE(size(0, 1).sameAs(size(1, 1)));
  EXPECT_TRUE(size(0, 1).sameAs(size(2, 1)));
  EXPECT_TRUE(f.attrs.contains("tir.noalias"));
  const std::string text = print(f).text;
  EXPECT_EQ(text.find("m_1"), std::string::npos) << text;
  EXPECT_NE(text.find("T.grid(m, n)"), std::string::npos) << text;
}

TEST(NewerSizes, ASecondDeclarationIsAnotherVariable) {
  const SourceFile file = parseSource("file.py", R"(from tvm.script import tir as T

@T.prim_func
def f(A: T.Buffer(("n",), "float32")):
    n = T.int32()
    A[n - 1] = T.float32(0)
    n = T.int32()
    A[n] = T.float32(1)
)");
  ASSERT_FALSE(file.hasErrors()) << render(file.diagnostics.at(0), file.source);
  EXPECT_NE(print(file.functions.at(0)).text.find("n_1 = T.int32()"), std::string::npos)
      << print(file.functions[0]).text;
}

// TVM prints sizes that are computed as texts, before the variables of the function are declared.
TEST(NewerSizes, TextsMayBeExpressions) {
  const SourceFile file = parseSource("file.py", R"py(from tvm.script import tir as T

@T.prim_func
def f(A: T.Buffer(("(n + 31) // 32 * 32", "m"), "float32"), B: T.Buffer(("n * T.int64(4)", "m"), "float32")):
    n, m = T.int64(), T.int32()
    for i in range(n):
        A[i, 0] = B[i * T.int64(4), m - 1]
)py");
  ASSERT_FALSE(file.hasErrors()) << render(file.diagnostics.at(0), file.source);
  const std::string text = print(file.functions.at(0)).text;
  EXPECT_NE(text.find("((n + T.int64(31)) // T.int64(32) * T.int64(32), m)"), std::string::npos) << text;
  EXPECT_EQ(text.find("n_1"), std::string::npos) << text;
  const std::pair<const char*, const char*> wrong[] = {
      {"n +", "the size of a dimension must be an integer, not the string \"n +\""},
      {"n / 2", "of integers is ambiguous"},
      {"-3", "the size of a dimension is negative"}};
  for (const auto& [size, message] : wrong) {
    const SourceFile bad =
        parseSource("file.py", "from tvm.script import tir as T\n\n@T.prim_func\ndef f(A: T.Buffer((\"" +
                                   std::string(size) + "\",), \"float32\")):\n    n = T.int32()\n");
    ASSERT_TRUE(bad.hasErrors()) << size;
    EXPECT_NE(bad.diagnostics.at(0).message.find(message), std::string::npos) << bad.diagnostics[0].message;
    EXPECT_EQ(bad.source.locate(bad.diagnostics[0].span.begin).line, 4) << size;
  }
}

TEST(NewerSizes, TypeVarsAreSizesOfGraphs) {
  const SourceFile file = parseSource("file.py", R"(from typing import TypeVar
from tvm.script import ir as I
from tvm.script import relax as R

n = TypeVar("n")

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((n, 4), dtype="float32")) -> R.Tensor((n * 2, 4), dtype="float32"):
        with R.dataflow():
            y: R.Tensor((n * 2, 4), dtype="float32") = R.concat((x, x), axis=0)
            R.output(y)
        return y
)");
  EXPECT_FALSE(file.hasErrors()) << render(file.diagnostics.at(0), file.source);
  EXPECT_EQ(file.needsPython(), nullptr);
  ASSERT_EQ(file.graphs.size(), 1u);
}

// As TVM 0.27 prints a module of kernels: one TypeVar is a size of all of them, and the graph returns the name that its
// result has inside of the block.
TEST(NewerSizes, TypeVarsAreSizesOfKernels) {
  const SourceFile file = parseSource("file.py", R"(from typing import TypeVar
from tvm.script import ir as I, relax as R, tirx as T

v = TypeVar("v")

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def relu(lv: T.Buffer((v, T.int64(4)), "float32"), compute: T.Buffer((v, T.int64(4)), "float32")):
        for i, j in T.grid(v, T.int64(4)):
            with T.sblock("compute"):
                v_i, v_j = T.axis.remap("SS", [i, j])
                compute[v_i, v_j] = T.max(lv[v_i, v_j], T.float32(0))

    @R.function
    def main(x: R.Tensor((v, 4), dtype="float32")) -> R.Tensor((v, 4), dtype="float32"):
        cls = Module
        with R.dataflow():
            lv = R.call_tir(cls.relu, (x,), out_ty=R.Tensor((v, 4), dtype="float32"))
            gv: R.Tensor((v, 4), dtype="float32") = lv
            R.output(gv)
        return lv
)");
  ASSERT_FALSE(file.hasErrors()) << render(file.diagnostics.at(0), file.source);
  const PrimFunc& relu = file.modules.at(0).functions.at(0);
  EXPECT_TRUE(relu.buffers.at(0).second->shape[0].sameAs(relu.buffers.at(1).second->shape[0]));
  EXPECT_NE(print(relu).text.find("v = T.int64()\n"), std::string::npos) << print(relu).text;
  ASSERT_EQ(file.graphs.size(), 1u);
}

}  // namespace
}  // namespace lw
