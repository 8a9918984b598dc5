// relax.BlockBuilder: code that builds a graph gives the class that TVM gives.
#include <gtest/gtest.h>

#include "core/te/read_program.h"
#include "core/text/graph/read_model.h"
#include "core/text/print/graph_printer.h"

namespace lw {
namespace {

constexpr std::string_view kHead = R"(import tvm
from tvm import relax, te, topi


def te_matmul(A, B):
    n, k = A.shape
    _, m = B.shape
    r = te.reduce_axis((0, k), name="k")
    return te.compute((n, m), lambda i, j: te.sum(A[i, r] * B[r, j], axis=r), name="matmul")


def te_relu(A):
    return te.compute(A.shape, lambda *i: te.max(A(*i), 0), name="relu")


)";

std::string printed(const std::string& code) {
  const SourceFile file = readProgram("model.py", std::string(kHead) + code);
  std::string text;
  for (const Diagnostic& d : file.diagnostics)
    if (d.severity == Diagnostic::Severity::Error) text += d.message + "\n";
  for (const auto& graph : file.graphs) text += print(modelOf(file, *graph)).text;
  return text;
}
// The lines of the graph functions in it, without their indentation.
std::string graphLines(const std::string& code) {
  const std::string text = printed(code);
  std::string lines;
  size_t from = text.find("@R.function");
  for (; from < text.size(); from = text.find('\n', from) + 1) {
    const size_t first = text.find_first_not_of(' ', from);
    const size_t end = text.find('\n', from);
    if (end == std::string::npos) break;
    lines += text.substr(first, end - first) + "\n";
  }
  return lines.empty() ? text : lines;
}

constexpr const char* kMain =
    "@R.function\n"
    "def main(A: R.Tensor((128, 128), dtype=\"float32\"), B: R.Tensor((128, 128), dtype=\"float32\")) -> "
    "R.Tensor((128, 128), dtype=\"float32\"):\n"
    "cls = MyModule\n"
    "with R.dataflow():\n"
    "lv = R.call_tir(cls.te_matmul, (A, B), out_sinfo=R.Tensor((128, 128), dtype=\"float32\"))\n"
    "lv1 = R.call_tir(cls.te_relu, (lv,), out_sinfo=R.Tensor((128, 128), dtype=\"float32\"))\n"
    "gv: R.Tensor((128, 128), dtype=\"float32\") = lv1\n"
    "R.output(gv)\n"
    "return gv\n";

constexpr std::string_view kVars = R"(A = relax.Var("A", relax.TensorStructInfo((128, 128), "float32"))
B = relax.Var("B", relax.TensorStructInfo((128, 128), "float32"))
bb = relax.BlockBuilder()
)";

// The parameters may be given at the end or at the beginning.
TEST(BlockBuilder, BuildsTheFunctionOfTheNotes) {
  const std::string end = std::string(kVars) + R"(with bb.function("main"):
    with bb.dataflow():
        C = bb.emit_te(te_matmul, A, B)
        D = bb.emit_te(te_relu, C)
        R = bb.emit_output(D)
    bb.emit_func_output(R, params=[A, B])
MyModule = bb.get()
MyModule.show()
)";
  EXPECT_EQ(graphLines(end), kMain);
  std::string beginning = end;
  beginning.replace(beginning.find("\"main\""), 6, "\"main\", params=[A, B]");
  beginning.replace(beginning.find("R, params=[A, B]"), 16, "R");
  EXPECT_EQ(graphLines(beginning), kMain);
}

TEST(BlockBuilder, KernelsCountByInt64AsInRelax) {
  const std::string text = printed(std::string(kVars) + R"(with bb.function("main", [A]):
    with bb.dataflow():
        R = bb.emit_output(bb.emit_te(te_relu, A))
    bb.emit_func_output(R)
MyModule = bb.get()
)");
  EXPECT_NE(text.find("def te_relu(A: T.Buffer((T.int64(128), T.int64(128)), \"float32\"), relu: "
                      "T.Buffer((T.int64(128), T.int64(128)), \"float32\")):"),
            std::string::npos)
      << text;
}

// A function without required parameters that builds a graph gives a class of its name.
TEST(BlockBuilder, RunsInAFunction) {
  EXPECT_EQ(graphLines(R"(def example():
    bb = relax.BlockBuilder()
    x = relax.Var("x", relax.TensorStructInfo((1, 784), "float32"))
    w = relax.Var("w", relax.TensorStructInfo((128, 784), "float32"))
    with bb.function("main", [x, w]):
        with bb.dataflow():
            lv0 = bb.emit_te(topi.nn.dense, x, w)
            lv1 = bb.emit(relax.op.add(lv0, relax.const(1.0, "float32")))
            lv2 = bb.emit(relax.op.nn.leakyrelu(lv1, alpha=0.25))
            gv = bb.emit_output((lv2, relax.op.sum(lv2, axis=[1])))
        bb.emit_func_output(gv)
    return bb.get()
)"),
            "@R.function\n"
            "def main(x: R.Tensor((1, 784), dtype=\"float32\"), w: R.Tensor((128, 784), dtype=\"float32\")) -> "
            "R.Tuple(R.Tensor((1, 128), dtype=\"float32\"), R.Tensor((1,), dtype=\"float32\")):\n"
            "cls = example\n"
            "with R.dataflow():\n"
            "lv = R.call_tir(cls.dense, (x, w), out_sinfo=R.Tensor((1, 128), dtype=\"float32\"))\n"
            "lv1: R.Tensor((1, 128), dtype=\"float32\") = R.add(lv, R.const(1.0, \"float32\"))\n"
            "lv2: R.Tensor((1, 128), dtype=\"float32\") = R.nn.leakyrelu(lv1, alpha=0.25)\n"
            "gv: R.Tuple(R.Tensor((1, 128), dtype=\"float32\"), R.Tensor((1,), dtype=\"float32\")) = (lv2, "
            "R.sum(lv2, axis=[1]))\n"
            "R.output(gv)\n"
            "return gv\n");
}

// Equal kernels are shared; others of the same function get a number. Several results, and values in a list.
TEST(BlockBuilder, SharesKernels) {
  const std::string lines = graphLines(R"(def two(A):
    B = te.compute(A.shape, lambda i, j: A[i, j] + 1.0, name="B")
    C = te.compute(A.shape, lambda i, j: A[i, j] * 2.0, name="C")
    return B, C


def both(tensors):
    a, b = tensors
    return te.compute(a.shape, lambda i, j: a[i, j] - b[i, j], name="D")


def example():
    bb = relax.BlockBuilder()
    x = relax.Var("x", relax.TensorStructInfo((4, 8), "float32"))
    with bb.function("main", [x]):
        with bb.dataflow():
            a = bb.emit_te(te_relu, x)
            b = bb.emit_te(te_relu, x)
            t = bb.emit_te(two, b)
            d = bb.emit_te(both, [t[0], t[1]])
            e = bb.emit_te(topi.sum, d, axis=1, primfunc_name_hint="rows")
            f = bb.emit_te(te_relu, bb.emit(relax.op.reshape(a, (8, 4))))
            gv = bb.emit_output((e, f))
        bb.emit_func_output(gv)
    return bb.get()
)");
  EXPECT_NE(lines.find("lv = R.call_tir(cls.te_relu, (x,)"), std::string::npos) << lines;
  EXPECT_NE(lines.find("lv1 = R.call_tir(cls.te_relu, (x,)"), std::string::npos) << lines;
  EXPECT_NE(lines.find("lv2 = R.call_tir(cls.two, (lv1,), out_sinfo=[R.Tensor((4, 8), dtype=\"float32\"), "
                       "R.Tensor((4, 8), dtype=\"float32\")])"),
            std::string::npos)
      << lines;
  EXPECT_NE(lines.find("R.call_tir(cls.both, (lv2[0], lv2[1])"), std::string::npos) << lines;
  EXPECT_NE(lines.find("R.call_tir(cls.rows, (lv3,), out_sinfo=R.Tensor((4,), dtype=\"float32\"))"), std::string::npos)
      << lines;
  EXPECT_NE(lines.find("R.call_tir(cls.te_relu1, (lv5,), out_sinfo=R.Tensor((8, 4), dtype=\"float32\"))"),
            std::string::npos)
      << lines;
}

}  // namespace
}  // namespace lw
