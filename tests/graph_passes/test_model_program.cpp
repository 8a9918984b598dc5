// From graph functions to lists of calls: what runs, on which buffers, and what is refused.
#include <gmock/gmock.h>

#include "core/graph/operators.h"
#include "core/text/graph/read_model.h"
#include "passes/graph/model_program.h"
#include "passes/graph/run_errors.h"

namespace lw {
namespace {

constexpr const char* kKernels = R"(
@I.ir_module
class M:
    @T.prim_func
    def copy(x: T.handle, y: T.handle):
        n = T.int64()
        X = T.match_buffer(x, (n, 4), "float32")
        Y = T.match_buffer(y, (n, 4), "float32")
        for i, j in T.grid(n, 4):
            with T.block("Y"):
                vi, vj = T.axis.remap("SS", [i, j])
                Y[vi, vj] = X[vi, vj]

    @T.prim_func
    def add(A: T.Buffer((2, 4), "float32"), B: T.Buffer((2, 4), "float32"), C: T.Buffer((2, 4), "float32")):
        for i, j in T.grid(2, 4):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                C[vi, vj] = A[vi, vj] + B[vi, vj]

    @T.prim_func
    def both(A: T.Buffer((2, 4), "float32"), B: T.Buffer((2, 4), "float32"), C: T.Buffer((2, 4), "float32")):
        for i, j in T.grid(2, 4):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi, vj]
                C[vi, vj] = A[vi, vj]

    @T.prim_func
    def raw(x: T.handle, y: T.handle):
        T.evaluate(0)

    @T.prim_func
    def fill(x: T.handle, value: T.int64):
        n = T.int64()
        X = T.match_buffer(x, (n,), "int64")
        for i in range(n):
            with T.block("X"):
                vi = T.axis.remap("S", [i])
                X[vi] = value
)";

Result<ModelProgram> programOf(const std::string& functions) {
  const SourceFile file = parseSource("model.py", kKernels + functions);
  for (const Diagnostic& d : file.diagnostics)
    if (d.severity == Diagnostic::Severity::Error) ADD_FAILURE() << render(d, file.source);
  const std::optional<GraphChoice> main = graphNamed(file, "M.main");
  if (!main) return explain(err::kModelCallee("main"), {});
  return modelProgramOf(modelOf(file, *main->graph), *main->function);
}

std::string textOf(const std::string& functions) {
  const Result<ModelProgram> program = programOf(functions);
  return program ? toText(*program) : program.error().kind + ": " + program.error().message;
}

TEST(ModelProgram, ListsBuffersAndCalls) {
  EXPECT_EQ(textOf(R"(
    @R.function
    def main(x: R.Tensor(("n", 4), "float32")):
        n = T.int64()
        with R.dataflow():
            a = R.call_tir(M.copy, (x,), R.Tensor((n, 4), "float32"))
            b = a
            c = R.call_dps_packed("env.twice", (b, b), R.Tensor((n * 2, 4), "float32"))
            out = R.call_dps_packed("copy", (c,), R.Tensor((n * 2, 4), "float32"))
            R.output(out)
        return out
)"),
            "main\n"
            "  input x: R.Tensor((n, 4), dtype=\"float32\")\n"
            "  temporary a: R.Tensor((n, 4), dtype=\"float32\")\n"
            "  temporary c: R.Tensor((n * 2, 4), dtype=\"float32\")\n"
            "  output out: R.Tensor((n * 2, 4), dtype=\"float32\")\n"
            "  a = copy(x)\n"
            "  c = registered env.twice(a, a)\n"
            "  out = copy(c)\n"
            "  returns out\n");
}

TEST(ModelProgram, TuplesConstantsAndNumbers) {
  EXPECT_EQ(textOf(R"(
    @R.function
    def main(x: R.Tensor((2, 4), "float32")):
        pair = R.call_tir(M.both, (x,), [R.Tensor((2, 4), "float32"), R.Tensor((2, 4), "float32")])
        first = pair[0]
        again = (pair[1], first)
        sum = R.call_tir(M.add, again, R.Tensor((2, 4), "float32"))
        five = R.call_tir(M.fill, (), R.Tensor((3,), "int64"), tir_vars=R.shape([5]))
        more = R.call_tir(M.copy, (R.const([[1.0, 2.0, 3.0, 4.0]], "float32"),), R.Tensor((1, 4), "float32"))
        return (sum, (five, x), more)
)"),
            "main\n"
            "  input x: R.Tensor((2, 4), dtype=\"float32\")\n"
            "  temporary pair_0: R.Tensor((2, 4), dtype=\"float32\")\n"
            "  temporary pair_1: R.Tensor((2, 4), dtype=\"float32\")\n"
            "  output sum: R.Tensor((2, 4), dtype=\"float32\")\n"
            "  output five: R.Tensor((3,), dtype=\"int64\")\n"
            "  constant constant_0: R.Tensor((1, 4), dtype=\"float32\")\n"
            "  output more: R.Tensor((1, 4), dtype=\"float32\")\n"
            "  pair_0, pair_1 = both(x)\n"
            "  sum = add(pair_1, pair_0)\n"
            "  five = fill(; 5)\n"
            "  more = copy(constant_0)\n"
            "  returns sum, five, x, more\n");
}

TEST(ModelProgram, InlinesFunctionsAndMatchesSizes) {
  EXPECT_EQ(textOf(R"(
    @R.function(private=True)
    def part(y: R.Tensor(("k", 4), "float32")):
        k = T.int64()
        out = R.call_tir(M.copy, (y,), R.Tensor((k, 4), "float32"))
        return out

    @R.function
    def main(x: R.Tensor(("n", 4), "float32"), z: R.Tensor(("m", 4), "float32")):
        n, m, h = T.int64(), T.int64(), T.int64()
        a = M.part(x)
        b = M.part(a)
        c = R.match_cast(b, R.Tensor((h, 4), "float32"))
        d = R.call_tir(M.copy, (c,), R.Tensor((h, 4), "float32"))
        e = R.match_cast(z, R.Tensor((n, 4), "float32"))
        return (d, e)
)"),
            "main\n"
            "  input x: R.Tensor((n, 4), dtype=\"float32\")\n"
            "  input z: R.Tensor((m, 4), dtype=\"float32\")\n"
            "  temporary out: R.Tensor((n, 4), dtype=\"float32\")\n"
            "  temporary out: R.Tensor((n, 4), dtype=\"float32\")\n"
            "  output d: R.Tensor((n, 4), dtype=\"float32\")\n"
            "  out = copy(x)\n"
            "  out = copy(out)\n"
            "  d = copy(out)\n"
            "  check e: m == n\n"
            "  returns d, z\n");
}

// Each function calls the next one twice: 2^20 calls at the end.
TEST(ModelProgram, CallsAreLimited) {
  std::string text;
  for (int i = 0; i < 20; ++i)
    text += "\n    @R.function(private=True)\n    def f" + std::to_string(i) +
            "(x: R.Tensor((2, 4), \"float32\")):\n        a = M.f" + std::to_string(i + 1) + "(x)\n        b = M.f" +
            std::to_string(i + 1) + "(a)\n        return b\n";
  text += "\n    @R.function(private=True)\n    def f20(x: R.Tensor((2, 4), \"float32\")):\n        return x\n";
  text += "\n    @R.function\n    def main(x: R.Tensor((2, 4), \"float32\")):\n        y = M.f0(x)\n        return y\n";
  EXPECT_EQ(textOf(text), "model.calls: main makes more than 100000 calls");
}

// The lines of main, in which x is a tensor (2, 4) of float32.
std::string refusal(const std::string& lines) {
  std::string body = "\n    @R.function\n    def main(x: R.Tensor((2, 4), \"float32\")):\n";
  std::istringstream in(lines);
  for (std::string line; std::getline(in, line);) body += "        " + line + "\n";
  return textOf(body);
}

TEST(ModelProgram, RefusesWhatCannotRun) {
  EXPECT_EQ(refusal("y = R.exp(x)\nreturn y"),
            "model.operator: R.exp cannot be run: a model runs calls of kernels and of registered functions only");
  EXPECT_EQ(refusal("y = R.call_tir(M.add, (x,), R.Tensor((2, 4), \"float32\"))\nreturn y"),
            "model.arguments: kernel add takes 3 buffers, but it is called with 1 inputs and 1 outputs");
  EXPECT_EQ(refusal("y = R.call_tir(M.copy, (x,), R.Tensor((3, 4), \"float32\"))\nreturn y"),
            "model.shape: kernel copy declares its buffer Y as R.Tensor((n, 4), dtype=\"float32\"), but it is given "
            "R.Tensor((3, 4), dtype=\"float32\")");
  EXPECT_EQ(refusal("y = R.call_tir(M.copy, (x,), R.Tensor((2, 4), \"float64\"))\nreturn y"),
            "model.shape: kernel copy declares its buffer Y as R.Tensor((n, 4), dtype=\"float32\"), but it is given "
            "R.Tensor((2, 4), dtype=\"float64\")");
  EXPECT_EQ(refusal("y = R.call_tir(M.fill, (), R.Tensor((3,), \"int64\"))\nreturn y"),
            "model.arguments: kernel fill takes 1 numbers after its buffers, but it is given 0");
  EXPECT_EQ(refusal("y = R.call_dps_packed(\"env.f\", (x,), R.Tensor(ndim=2, dtype=\"float32\"))\nreturn y"),
            "model.value: y is R.Tensor(dtype=\"float32\", ndim=2): a model that runs computes tensors whose shape and "
            "element type are known");
  EXPECT_EQ(refusal("y = R.call_tir(M.raw, (x,), R.Tensor((2, 4), \"float32\"))\nreturn y"),
            "model.shape: parameter x of kernel raw is a pointer without a buffer, so nothing says what it takes");
  EXPECT_EQ(refusal("y = R.ExternFunc(\"env.f\")(x)\nreturn y"),
            "model.function: env.f is no kernel and no function of the model");
  EXPECT_EQ(refusal("y = M.main(x)\nreturn y"), "model.function: main calls itself");
  EXPECT_EQ(refusal("return R.shape([2])"),
            "model.value: the result of a model that runs is a tensor or a tuple of tensors");
  EXPECT_EQ(refusal("y = metadata[\"relax.expr.Constant\"][3]\nreturn y"),
            "model.constant: the values of constant 3 are not in this text");
  EXPECT_EQ(textOf(R"(
    @R.function
    def part(y: R.Tensor((3, 4), "float32")):
        return y

    @R.function
    def main(x: R.Tensor((2, 4), "float32")):
        out = M.part(x)
        return out
)"),
            "model.shape: (2, 4) does not fit R.Tensor((3, 4), dtype=\"float32\")");
  EXPECT_EQ(textOf(R"(
    @R.function
    def part(y: R.Tensor((2, 4), "float32")):
        return y

    @R.function
    def main(x: R.Tensor((2, 4), "float32")):
        out = M.part(x, x)
        return out
)"),
            "model.arguments: part takes 1 arguments, but it is given 2");
  EXPECT_EQ(textOf(R"(
    @R.function
    def main(x: R.Tensor((2, 4), "float32")):
        k = T.int64()
        out = R.call_dps_packed("env.f", (x,), R.Tensor((k, 4), "float32"))
        return out
)"),
            "model.size: the shapes of the parameters of main do not determine the size k");
}

}  // namespace
}  // namespace lw
