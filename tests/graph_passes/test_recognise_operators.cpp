// Chains of operators are replaced by what they compute, and only then.
#include <gmock/gmock.h>

#include "backends/interpreter/interpreter.h"
#include "backends/reference/graph_reference.h"
#include "core/text/graph/read_model.h"
#include "core/text/print/graph_printer.h"
#include "passes/graph/dead_code_elimination.h"
#include "passes/graph/recognise_operators.h"

namespace lw {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::Pair;

// A model of x: (2, 3, 8), g and b: (8,), whose result is the last of the lines.
graph::Model modelOfLines(const std::string& lines, const std::string& type = "float32") {
  const auto tensor = [&](const std::string& shape) { return "R.Tensor(" + shape + ", dtype=\"" + type + "\")"; };
  std::string body;
  for (size_t at = 0; at < lines.size();) {
    const size_t end = std::min(lines.find('\n', at), lines.size());
    body += "            " + lines.substr(at, end - at) + "\n";
    at = end + 1;
  }
  const std::string text =
      "from tvm.script import ir as I\nfrom tvm.script import relax as R\n\n\n@I.ir_module\nclass Module:\n"
      "    @R.function\n    def main(x: " +
      tensor("(2, 3, 8)") + ", g: " + tensor("(8,)") + ", b: " + tensor("(8,)") + "):\n        with R.dataflow():\n" +
      body + "            R.output(out)\n        return out\n";
  const SourceFile file = parseSource("chain.py", text);
  for (const Diagnostic& d : file.diagnostics)
    if (d.severity == Diagnostic::Severity::Error) ADD_FAILURE() << render(d, file.source);
  return file.graphs.empty() ? graph::Model() : modelOf(file, *file.graphs[0]);
}

std::string c(const std::string& value) { return "R.const(" + value + ", \"float32\")"; }

std::vector<NDArray> resultsOf(const graph::Model& model, double scale) {
  std::vector<NDArray> inputs;
  for (const std::vector<int64_t>& shape : {std::vector<int64_t>{2, 3, 8}, {8}, {8}}) {
    inputs.push_back(NDArray::zeros(dtype::Float32, shape));
    for (int64_t i = 0; i < inputs.back().size(); ++i)
      inputs.back().set(i, scale * static_cast<double>((i * 37) % 23 - 11));
  }
  Result<std::vector<NDArray>> got =
      evaluateGraph(model, "main", inputs, [](const PrimFunc& f, auto& arguments) { return interpret(f, arguments); });
  EXPECT_TRUE(got.ok()) << got.error().message;
  return got ? *got : std::vector<NDArray>();
}

// The lines become one call, `expected`, which computes the same.
void expectOne(const std::string& lines, const std::string& expected) {
  SCOPED_TRACE(lines);
  const graph::Model before = modelOfLines(lines), after = withoutDeadCode(withRecognisedOperators(before));
  const std::string text = print(after.graph.functions.at(0)).text;
  EXPECT_THAT(text, HasSubstr("out: R.Tensor((2, 3, 8), dtype=\"float32\") = " + expected + "\n"));
  EXPECT_EQ(after.graph.functions[0].body.blocks.at(0).bindings.size(), 1U) << text;
  const std::vector<NDArray> a = resultsOf(before, 0.125), b = resultsOf(after, 0.125);
  ASSERT_EQ(a.size(), b.size());
  for (int64_t i = 0; i < a[0].size(); ++i) ASSERT_NEAR(a[0].getDouble(i), b[0].getDouble(i), 2e-6);
}
void expectNone(const std::string& lines, const std::string& type = "float32") {
  SCOPED_TRACE(lines);
  const graph::Model before = modelOfLines(lines, type);
  EXPECT_EQ(print(withRecognisedOperators(before).graph.functions.at(0)).text, print(before.graph.functions[0]).text);
}

const std::string kMean = "m = R.mean(x, axis=[-1], keepdims=True)\nd = R.subtract(x, m)\n";
const std::string kRoot =
    "v = R.mean(R.power(d, " + c("2.0") + "), axis=[2], keepdims=True)\ns = R.sqrt(R.add(v, " + c("1e-5") + "))\n";

TEST(RecogniseOperators, GeluByErf) {
  const std::string sum = "e = R.add(R.erf(R.divide(x, " + c("1.4142135") + ")), " + c("1.0") + ")\n";
  expectOne(sum + "h = R.multiply(x, e)\nout = R.multiply(h, " + c("0.5") + ")", "R.nn.gelu(x)");
  expectOne("e = R.add(" + c("1.0") + ", R.erf(R.multiply(" + c("0.70710677") +
                ", x)))\nout = R.multiply(R.multiply(x, " + c("0.5") + "), e)",
            "R.nn.gelu(x)");
  expectOne(sum + "out = R.divide(R.multiply(e, x), " + c("2.0") + ")", "R.nn.gelu(x)");
  expectNone(sum + "h = R.multiply(x, e)\nout = R.multiply(h, " + c("0.25") + ")");
  expectNone("e = R.add(R.erf(R.divide(x, " + c("1.5") + ")), " + c("1.0") +
             ")\nh = R.multiply(x, e)\nout = R.multiply(h, " + c("0.5") + ")");
  expectNone("e = R.add(R.erf(R.divide(x, " + c("1.4142135") + ")), " + c("1.0") +
             ")\nout = R.multiply(R.multiply(g, e), " + c("0.5") + ")");
}

TEST(RecogniseOperators, GeluByTanh) {
  const std::string rest =
      "t = R.add(" + c("1.0") + ", R.tanh(u))\nout = R.multiply(x, R.multiply(" + c("0.5") + ", t))";
  const std::string cubic = "w = R.add(x, R.multiply(" + c("0.044715") + ", ";
  const std::string u = "u = R.multiply(" + c("0.7978846") + ", w)\n";
  expectOne(cubic + "R.power(x, " + c("3.0") + ")))\n" + u + rest, "R.nn.gelu_tanh(x)");
  expectOne(cubic + "R.multiply(x, R.multiply(x, x))))\n" + u + rest, "R.nn.gelu_tanh(x)");
  expectOne("w = R.add(R.multiply(R.multiply(" + c("0.044715") + ", x), x), " + c("1.0") +
                ")\nu = R.multiply(R.multiply(x, " + c("0.7978846") + "), w)\n" + rest,
            "R.nn.gelu_tanh(x)");
  expectNone(cubic + "R.multiply(x, x)))\n" + u + rest);
}

TEST(RecogniseOperators, SiluAndSoftmax) {
  expectOne("out = R.multiply(R.sigmoid(x), x)", "R.nn.silu(x)");
  expectNone("out = R.multiply(R.sigmoid(x), g)");
  const std::string exp = "e = R.exp(R.subtract(x, R.max(x, axis=[1], keepdims=True)))\n";
  expectOne(exp + "out = R.divide(e, R.sum(e, axis=[1], keepdims=True))", "R.nn.softmax(x, axis=1)");
  expectOne(
      "e = R.exp(R.subtract(x, R.expand_dims(R.max(x, axis=[-1]), axis=[2])))\n"
      "out = R.divide(e, R.reshape(R.sum(e, axis=[2]), R.shape([2, 3, 1])))",
      "R.nn.softmax(x, axis=2)");
  expectNone(exp + "out = R.divide(e, R.sum(e, axis=[2], keepdims=True))");
}

TEST(RecogniseOperators, Norms) {
  const std::string layer = "R.nn.layer_norm(x, g, b, axes=[2], epsilon=9.999999747378752e-06)";
  expectOne(kMean + kRoot + "out = R.add(R.multiply(R.divide(d, s), g), b)", layer);
  expectOne(kMean + "v = R.mean(R.multiply(d, d), axis=[2], keepdims=True)\nr = R.rsqrt(R.add(v, " + c("1e-5") +
                "))\nout = R.add(b, R.multiply(d, R.multiply(r, g)))",
            layer);
  expectOne(kMean + "z = R.subtract(x, m)\nv = R.mean(R.power(z, " + c("2.0") +
                "), axis=[2], keepdims=True)\nout = R.add("
                "R.multiply(R.divide(d, R.sqrt(R.add(v, " +
                c("1e-5") + "))), g), b)",
            layer);
  expectNone(kMean + kRoot + "out = R.multiply(R.divide(d, s), g)");
  expectNone(kMean +
             "v = R.mean(R.multiply(x, x), axis=[2], keepdims=True)\nout = R.add(R.multiply(R.divide(d, R.sqrt(R.add("
             "v, " +
             c("1e-5") + "))), g), b)");
  const std::string square = "v = R.mean(R.multiply(x, x), axis=[2], keepdims=True)\n";
  expectOne(square + "out = R.multiply(g, R.multiply(x, R.rsqrt(R.add(v, " + c("1e-5") + "))))",
            "R.nn.rms_norm(x, g, axes=[2], epsilon=9.999999747378752e-06)");
  expectNone(
      "v = R.mean(R.multiply(x, x), axis=[1], keepdims=True)\nout = R.multiply(g, R.multiply(x, R.rsqrt(R.add(v, " +
      c("1e-5") + "))))");
}

TEST(RecogniseOperators, HalvesKeepTheirRoundings) { expectNone("out = R.multiply(R.sigmoid(x), x)", "float16"); }

TEST(RecogniseOperators, AreCounted) {
  const graph::Model model = modelOfLines(
      "s = R.multiply(R.sigmoid(x), x)\nk = R.permute_dims(s, axes=[0, 2, 1])\nq = R.multiply(R.matmul(s, k), " +
      c("0.5") + ")\nout = R.matmul(R.nn.softmax(q), s)");
  EXPECT_THAT(recognisedOperators(model), ElementsAre(Pair("attention", 1), Pair("silu", 1)));
}

}  // namespace
}  // namespace lw
