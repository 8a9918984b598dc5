// Models of ONNX as graphs: names, shapes, constants, functions, and everything that cannot be read at once.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "backends/interpreter/interpreter.h"
#include "backends/onnx/open_onnx.h"
#include "backends/reference/graph_reference.h"
#include "core/text/print/graph_printer.h"
#include "core/text/tir/parser.h"
#include "tests/onnx/model_bytes.h"

namespace lw {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

onnx::Import imported(const std::string& bytes, const onnx::ImportOptions& options = {}) {
  const Result<onnx::Model> model = onnx::parseModel(bytes, "");
  EXPECT_TRUE(model.ok()) << model.error().message;
  return importOnnx(*model, options);
}
std::string problemsOf(const onnx::Import& made) {
  std::string all;
  for (const Explanation& why : made.problems) all += why.message + "\n";
  return all;
}
// The lines of the dataflow block, without types.
std::string bindingsOf(const onnx::Import& made) {
  const std::string text = print(made.model.graph.functions.at(0)).text;
  std::string all;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    const std::string line = text.substr(at, end - at);
    if (const size_t equals = line.find(" = R."), colon = line.find(": R."); equals != std::string::npos)
      all += line.substr(8, std::min(colon, equals) - 8) + line.substr(equals) + "\n";
    at = end + 1;
  }
  return all;
}
std::vector<NDArray> run(const onnx::Import& made, const std::vector<NDArray>& inputs) {
  Result<std::vector<NDArray>> got = evaluateGraph(
      made.model, "main", inputs, [](const PrimFunc& f, auto& arguments) { return interpret(f, arguments); });
  EXPECT_TRUE(got.ok()) << got.error().message;
  return got ? *got : std::vector<NDArray>();
}

OnnxGraph layer() {
  OnnxGraph g;
  g.nodes = {onnxNode("Gemm", {"x", "w", "b"}, {"/fc1/Gemm_output_0"}, {onnxAttribute("transB", int64_t{1})}),
             onnxNode("Relu", {"/fc1/Gemm_output_0"}, {"y"})};
  g.initializers = {onnxTensor("w", floats({2, 3}, {1, 2, 3, 4, 5, 6})), onnxTensor("b", floats({2}, {-20, 1}))};
  g.inputs = {onnxValue("x", {"batch", "3"})};
  g.outputs = {onnxValue("y", {"batch", "2"})};
  return g;
}

TEST(OnnxImport, ALayerWithASymbolicBatch) {
  const onnx::Import made = imported(onnxModel(layer()));
  ASSERT_EQ(problemsOf(made), "");
  EXPECT_EQ(bindingsOf(made),
            "matmul = R.matmul(x, R.const([[1.0, 4.0], [2.0, 5.0], [3.0, 6.0]], \"float32\"))\n"
            "fc1_Gemm_output_0 = R.add(matmul, R.const([-20.0, 1.0], \"float32\"))\n"
            "y = R.nn.relu(fc1_Gemm_output_0)\n");
  EXPECT_THAT(print(made.model.graph.functions[0]).text, HasSubstr("y: R.Tensor((batch, 2), dtype=\"float32\")"));
  EXPECT_THAT(made.symbols, ElementsAre("batch"));
  EXPECT_EQ(made.nodes, 2U);
  EXPECT_EQ(made.folded, 1U);  // the weights are turned over once
  EXPECT_EQ(made.parameters, 8);
  EXPECT_EQ(run(made, {floats({1, 3}, {1, 1, 1})}).at(0).getDouble(1), 16);
  EXPECT_EQ(run(made, {floats({1, 3}, {1, 1, 1})}).at(0).getDouble(0), 0);
}

TEST(OnnxImport, LargeConstantsBecomeParameters) {
  OnnxGraph g = layer();
  g.initializers[0] = onnxTensor("w", floats({6, 3}, std::vector<double>(18, 0.5)));
  g.initializers[1] = onnxTensor("b", floats({6}, {1, 2, 3, 4, 5, 6}));
  onnx::ImportOptions options;
  options.outline = true;
  const onnx::Import made = imported(onnxModel(g), options);
  ASSERT_EQ(problemsOf(made), "");
  ASSERT_EQ(made.constants.size(), 1U);  // the smaller one stays in the text
  const std::string text = print(made.model).text;
  EXPECT_THAT(text, HasSubstr("\"num_input\": 1"));
  EXPECT_THAT(text, HasSubstr(made.constants[0].first + ": R.Tensor((3, 6), dtype=\"float32\")"));
  const SourceFile again = parseSource("again.py", text);
  EXPECT_FALSE(again.hasErrors()) << text;
}

TEST(OnnxImport, ShapeArithmeticIsCarriedOut) {
  // reshape(x, [shape(x)[0], shape(x)[1] * 4]) of a (n, m, 4), as exporters of PyTorch write it
  OnnxGraph g;
  g.nodes = {onnxNode("Shape", {"x"}, {"s"}),
             onnxNode("Gather", {"s", "zero"}, {"n"}),
             onnxNode("Gather", {"s", "one"}, {"m"}),
             onnxNode("Mul", {"m", "four"}, {"m4"}),
             onnxNode("Unsqueeze", {"n", "axes"}, {"n1"}),
             onnxNode("Unsqueeze", {"m4", "axes"}, {"m1"}),
             onnxNode("Concat", {"n1", "m1"}, {"to"}, {onnxAttribute("axis", int64_t{0})}),
             onnxNode("Reshape", {"x", "to"}, {"y"})};
  NDArray zero = integers({0}), one = integers({1}), four = integers({4});
  zero.shape = one.shape = four.shape = {};
  g.initializers = {onnxTensor("zero", zero), onnxTensor("one", one), onnxTensor("four", four),
                    onnxTensor("axes", integers({0}))};
  g.inputs = {onnxValue("x", {"n", "m", "4"})};
  g.outputs = {onnxValue("y", {"a", "b"})};
  const onnx::Import made = imported(onnxModel(g));
  ASSERT_EQ(problemsOf(made), "");
  EXPECT_EQ(bindingsOf(made), "y = R.reshape(x, R.shape([n, m * 4]))\n");
  onnx::ImportOptions known;
  known.sizes = {{"n", 3}, {"m", 5}};
  EXPECT_EQ(bindingsOf(imported(onnxModel(g), known)), "y = R.reshape(x, R.shape([3, 20]))\n");
}

TEST(OnnxImport, SizesOfMinusOneAreSymbolic) {
  OnnxGraph g;
  g.nodes = {onnxNode("Relu", {"x"}, {"y"})};
  g.inputs = {onnxValue("x", {"-1", "3"})};
  g.outputs = {onnxValue("y", {"-1", "3"})};
  const onnx::Import made = imported(onnxModel(g));
  ASSERT_EQ(problemsOf(made), "");
  EXPECT_THAT(made.symbols, ElementsAre("x_0"));
  EXPECT_THAT(print(made.model.graph.functions[0]).text, HasSubstr("x: R.Tensor((\"x_0\", 3), dtype=\"float32\")"));
}

TEST(OnnxImport, AnInputOfOneIntegerIsGivenAsASizeIs) {
  OnnxGraph g;
  g.nodes = {onnxNode("Constant", {}, {"one"}, {onnxAttribute("value_ints", std::vector<int64_t>{1})}),
             onnxNode("Mul", {"rate", "one"}, {"to"}), onnxNode("Reshape", {"x", "to"}, {"y"})};
  g.inputs = {onnxValue("x", {"2", "3"}), onnxValue("rate", {}, 7)};
  g.outputs = {onnxValue("y", {"6"})};
  const onnx::Import open = imported(onnxModel(g));
  EXPECT_THAT(problemsOf(open), HasSubstr("needs the value of"));
  EXPECT_THAT(open.wanted, ElementsAre("rate"));
  onnx::ImportOptions options;
  options.sizes = {{"rate", 6}};
  const onnx::Import made = imported(onnxModel(g), options);
  ASSERT_EQ(problemsOf(made), "");
  EXPECT_EQ(made.inputs.size(), 1U);
  EXPECT_THAT(bindingsOf(made), HasSubstr("R.shape([6])"));
}

TEST(OnnxImport, AllProblemsAreSaidAtOnce) {
  OnnxGraph g = layer();
  g.nodes = {onnxNode("Fancy", {"x"}, {"a"}), onnxNode("Relu", {"a"}, {"b2"}),
             onnxNode("Rotate", {"x"}, {"c"}, {}, "com.example"), onnxNode("BitShift", {"x", "x"}, {"d"}),
             onnxNode("Relu", {"nothing"}, {"y"})};
  const onnx::Import made = imported(onnxModel(g));
  EXPECT_EQ(problemsOf(made),
            "Fancy make_a: there is no operator Fancy\n"
            "Rotate make_c: there is no operator com.example.Rotate\n"
            "BitShift make_d needs the attribute direction\n"
            "Relu make_y reads nothing, which nothing before it computes\n");
}

NDArray numbers(DataType type, std::vector<int64_t> shape, int first, int step) {
  NDArray made = NDArray::zeros(type, std::move(shape));
  for (int64_t i = 0; i < made.size(); ++i) made.setInt(i, (first + i * step) % 251 - (type.isUInt() ? 0 : 125));
  return made;
}

// (x - 3) * 0.5 and weights with a scale for each filter, as quantised models have them: the sums are those of bytes.
TEST(OnnxImport, ConvolutionsOfBytesAreSummedAsIntegers) {
  for (const int zero : {0, 3}) {
    OnnxGraph g;
    g.nodes = {
        onnxNode("DequantizeLinear", {"q", "xs", "xz"}, {"x"}),
        onnxNode("DequantizeLinear", {"w", "ws", "wz"}, {"weights"}, {onnxAttribute("axis", int64_t{0})}),
        onnxNode("Conv", {"x", "weights", "b"}, {"y"}, {onnxAttribute("pads", std::vector<int64_t>{1, 1, 0, 0})})};
    const NDArray weights = numbers(dtype::Int(8), {2, 3, 2, 2}, 1, 37);
    NDArray xz = NDArray::zeros(dtype::UInt(8), {});
    xz.setInt(0, zero);
    g.initializers = {onnxTensor("xs", floats({}, {0.5})),
                      onnxTensor("xz", xz),
                      onnxTensor("w", weights),
                      onnxTensor("ws", floats({2}, {0.25, 2})),
                      onnxTensor("wz", NDArray::zeros(dtype::Int(8), {2})),
                      onnxTensor("b", floats({2}, {1, -4}))};
    g.inputs = {onnxValue("q", {"1", "3", "4", "5"}, 2)};
    g.outputs = {onnxValue("y", {"1", "2", "4", "5"})};
    const onnx::Import made = imported(onnxModel(g));
    ASSERT_EQ(problemsOf(made), "");
    EXPECT_THAT(bindingsOf(made), HasSubstr("out_dtype=\"int32\""));
    const NDArray q = numbers(dtype::UInt(8), {1, 3, 4, 5}, 200, 67);
    const std::vector<NDArray> got = run(made, {q});
    ASSERT_EQ(got.size(), 1U);
    for (int f = 0; f < 2; ++f)
      for (int y = 0; y < 4; ++y)
        for (int x = 0; x < 5; ++x) {
          double sum = 0;
          for (int c = 0; c < 3; ++c)
            for (int r = 0; r < 2; ++r)
              for (int s = 0; s < 2; ++s) {
                const int fromY = y + r - 1, fromX = x + s - 1;
                if (fromY < 0 || fromX < 0) continue;
                sum += 0.5 * static_cast<double>(q.getInt((c * 4 + fromY) * 5 + fromX) - zero) *
                       static_cast<double>(weights.getInt(((f * 3 + c) * 2 + r) * 2 + s));
              }
          EXPECT_EQ(got[0].getDouble((f * 4 + y) * 5 + x), sum * (f ? 2 : 0.25) + (f ? -4 : 1)) << f << y << x;
        }
  }
}

// A scale for all weights, whatever axis is given, and sums that might not fit in 32 bits.
TEST(OnnxImport, SumsOfBytesHaveToFit) {
  for (const int64_t channels : {3, 70000}) {
    OnnxGraph g;
    g.nodes = {onnxNode("DequantizeLinear", {"q", "s"}, {"x"}), onnxNode("DequantizeLinear", {"w", "s"}, {"weights"}),
               onnxNode("Conv", {"x", "weights"}, {"y"})};
    g.initializers = {onnxTensor("s", floats({}, {0.5})),
                      onnxTensor("w", numbers(dtype::Int(8), {1, channels, 1, 1}, 1, 3))};
    g.inputs = {onnxValue("q", {"1", std::to_string(channels), "2", "2"}, 2)};
    g.outputs = {onnxValue("y", {"1", "1", "2", "2"})};
    const onnx::Import made = imported(onnxModel(g));
    ASSERT_EQ(problemsOf(made), "");
    EXPECT_EQ(bindingsOf(made).find("out_dtype=\"int32\"") != std::string::npos, channels == 3) << bindingsOf(made);
  }
}

TEST(OnnxImport, AnOperatorIsReadByItsVersion) {
  // Softmax of version 11 is along all axes from 1 on, of version 13 along the last one.
  OnnxGraph g;
  g.nodes = {onnxNode("Softmax", {"x"}, {"y"})};
  g.inputs = {onnxValue("x", {"1", "2", "2"})};
  g.outputs = {onnxValue("y", {"1", "2", "2"})};
  const NDArray zeros = floats({1, 2, 2}, {0, 0, 0, 0});
  EXPECT_EQ(run(imported(onnxModel(g, 11)), {zeros}).at(0).getDouble(0), 0.25);
  EXPECT_EQ(run(imported(onnxModel(g, 13)), {zeros}).at(0).getDouble(0), 0.5);
}

TEST(OnnxImport, AnInitialiserMayAlsoBeAnInput) {
  OnnxGraph g = layer();
  g.inputs.push_back(onnxValue("w", {"2", "3"}));
  const onnx::Import made = imported(onnxModel(g));
  ASSERT_EQ(made.inputs.size(), 1U);
  EXPECT_EQ(made.inputs[0].name, "x");
}

TEST(OnnxImport, AValueThatDecidesAShapeIsAskedFor) {
  OnnxGraph g;
  g.nodes = {onnxNode("Reshape", {"x", "to"}, {"y"})};
  g.inputs = {onnxValue("x", {"6"}), onnxValue("to", {"2"}, 7)};
  g.outputs = {onnxValue("y", {"a", "b"})};
  const onnx::Import open = imported(onnxModel(g));
  EXPECT_EQ(problemsOf(open),
            "Reshape make_y needs the value of to when the model is read, because it decides a shape\n");
  EXPECT_THAT(open.wanted, ElementsAre("to"));
  onnx::ImportOptions options;
  options.known.emplace("to", integers({2, -1}));
  const onnx::Import made = imported(onnxModel(g), options);
  EXPECT_EQ(bindingsOf(made), "y = R.reshape(x, R.shape([2, 3]))\n");
  EXPECT_EQ(made.inputs.size(), 1U);
}

TEST(OnnxImport, FunctionsOfTheModelAreInlined) {
  // scaled(x) = x * x + x, with its own versions of the operators
  Bytes f;
  f.text(1, "scaled").text(4, "a").text(5, "c");
  f.message(7, onnxNode("Mul", {"a", "a"}, {"b"})).message(7, onnxNode("Add", {"b", "a"}, {"c"}));
  f.message(9, Bytes().text(1, "").number(2, 17)).text(10, "local");
  OnnxGraph g;
  g.nodes = {onnxNode("scaled", {"x"}, {"h"}, {}, "local"), onnxNode("scaled", {"h"}, {"y"}, {}, "local")};
  g.inputs = {onnxValue("x", {"1"})};
  g.outputs = {onnxValue("y", {"1"})};
  const onnx::Import made = imported(onnxModel(g, 17, {f}));
  ASSERT_EQ(problemsOf(made), "");
  EXPECT_EQ(run(made, {floats({1}, {3})}).at(0).getDouble(0), 12 * 12 + 12);
}

TEST(OnnxImport, TheTableNamesEachOperatorOnce) {
  std::vector<std::string> names;
  for (const onnx::OperatorSupport& op : onnx::operatorSupport()) {
    names.push_back(op.domain + "." + op.name);
    EXPECT_EQ(op.since > 0, op.whyNot.empty()) << op.name;
  }
  std::sort(names.begin(), names.end());
  EXPECT_EQ(std::adjacent_find(names.begin(), names.end()), names.end());
}

// `resources/help/onnx_operators.py build/bin/lw` writes the page.
TEST(OnnxImport, ThePageOfOperatorsHasEach) {
  std::ifstream in(LW_SOURCE_DIR "/resources/help/topics/onnx_operators.md");
  const std::string page{std::istreambuf_iterator<char>(in), {}};
  for (const onnx::OperatorSupport& op : onnx::operatorSupport()) {
    const std::string name = op.since > 0 || op.domain.empty() ? op.name : op.domain + "." + op.name;
    EXPECT_THAT(page, HasSubstr("`" + name + "`" + (op.since > 0 ? " " + std::to_string(op.since) : "")));
  }
}

}  // namespace
}  // namespace lw
