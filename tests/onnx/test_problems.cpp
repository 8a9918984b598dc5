// What is said of nodes, tensors and inputs that cannot be read.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "backends/onnx/onnx_source.h"
#include "backends/onnx/open_onnx.h"
#include "core/text/print/graph_printer.h"
#include "core/text/tir/parser.h"
#include "tests/onnx/model_bytes.h"

namespace lw {
namespace {

std::string problemsOf(const OnnxGraph& g, int64_t version = 17) {
  const std::string bytes = onnxModel(g, version);  // the model has views of it
  const Result<onnx::Model> model = onnx::parseModel(bytes, "");
  if (!model) return model.error().message;
  std::string all;
  for (const Explanation& why : importOnnx(*model, {}).problems) all += (all.empty() ? "" : "\n") + why.message;
  return all;
}
// y = op(x) with x of the shape (2, 3), and the constant c.
std::string problemsOf(const Bytes& node, int64_t version = 17, const Bytes& constant = {}) {
  OnnxGraph g;
  g.nodes = {node};
  if (!constant.str().empty()) g.initializers = {constant};
  g.inputs = {onnxValue("x", {"2", "3"}), onnxValue("s", {"n", "3"})};
  g.outputs = {onnxValue("y", {"2", "3"})};
  return problemsOf(g, version);
}

TEST(OnnxProblems, OfOperators) {
  EXPECT_EQ(problemsOf(onnxNode("Gelu", {"x"}, {"y"}), 17),
            "Gelu make_y: Gelu is read from version 20 of the operators on, not of version 17");
  EXPECT_EQ(problemsOf(onnxNode("StringSplit", {"x"}, {"y"}), 20).substr(0, 49),
            "StringSplit make_y: StringSplit is not read: text");
  EXPECT_EQ(problemsOf(onnxNode("Add", {"x"}, {"y"})), "Add make_y has no operand 1");
  EXPECT_EQ(problemsOf(onnxNode("Where", {"x", "x"}, {"y"})), "Where make_y has no operand 2");
  EXPECT_EQ(problemsOf(onnxNode("Relu", {"x", "x"}, {"y"})), "Relu make_y: it has 2 operands, more than 1");
  EXPECT_EQ(problemsOf(onnxNode("Pad", {"x", "c"}, {"y"}), 17, onnxTensor("c", integers({0, 0, 0, 0}))), "");
  EXPECT_EQ(problemsOf(onnxNode("Range", {"c", "c", "c"}, {"y"}), 17, onnxTensor("c", integers({}))),
            "Range make_y: a list of 0 has no element 0");
  EXPECT_EQ(problemsOf(onnxNode("Concat", {"x", "x"}, {"y"})), "Concat make_y needs the attribute axis");
  EXPECT_EQ(problemsOf(onnxNode("BitShift", {"x", "x"}, {"y"}, {Bytes().text(1, "direction").text(4, "UP")})),
            "BitShift make_y does not take UP for direction");
  EXPECT_EQ(problemsOf(onnxNode("Squeeze", {"x", "c"}, {"y"}), 17, onnxTensor("c", integers({5}))),
            "Squeeze make_y: squeeze has no dimension 5: its operand has 2 dimensions");
  EXPECT_EQ(problemsOf(onnxNode("Softmax", {"x"}, {"y"}, {onnxAttribute("axis", int64_t{4})})),
            "Softmax make_y: there is no axis 4 of 2 dimensions");
  EXPECT_EQ(problemsOf(onnxNode("EyeLike", {"s"}, {"y"})),
            "EyeLike make_y needs the shape of s, of which (n, 3) is known");
}

TEST(OnnxProblems, OfGraphs) {
  OnnxGraph g;
  g.nodes = {onnxNode("Relu", {"x"}, {"h"}), onnxNode("Abs", {"x"}, {"h"})};
  g.inputs = {onnxValue("x", {"2"})};
  g.outputs = {onnxValue("y", {"2"})};
  EXPECT_EQ(problemsOf(g), "Abs make_h computes h, which there is already\nthe output y is computed by no node");
  g.nodes = {onnxNode("Add", {"x", "b"}, {"a"}), onnxNode("Add", {"x", "a"}, {"b"})};  // a cycle
  g.outputs = {onnxValue("a", {"2"})};
  EXPECT_EQ(problemsOf(g), "Add make_a reads b, which nothing before it computes");
  g.nodes = {onnxNode("Relu", {"x"}, {"y"})};
  g.outputs = {onnxValue("y", {"2"})};
  g.inputs = {Bytes().text(1, "x").message(2, Bytes().message(5, Bytes()))};
  EXPECT_EQ(problemsOf(g), "the input x is a map, not a tensor");
  g.inputs = {onnxValue("x", {"2"}, 8)};
  EXPECT_EQ(problemsOf(g), "x has elements of type string, which no kernel computes");
}

TEST(OnnxProblems, OfTensors) {
  const auto relu = [](const Bytes& constant) { return problemsOf(onnxNode("Add", {"x", "c"}, {"y"}), 17, constant); };
  EXPECT_EQ(relu(Bytes().number(1, 1).number(2, 14).text(8, "c").text(9, "12345678")),
            "c has elements of type complex64, which no kernel computes");
  EXPECT_EQ(relu(Bytes().number(1, -4).number(2, 1).text(8, "c")), "the tensor c has the impossible shape (-4,)");
}

TEST(OnnxProblems, GraphsInsideOfEachOtherEnd) {
  Bytes inner = OnnxGraph{{onnxNode("Relu", {"x"}, {"y"})}, {}, {}, {onnxValue("y", {"2"})}}.bytes();
  for (int depth = 0; depth < 40; ++depth)
    inner =
        OnnxGraph{
            {onnxNode("If", {"c"}, {"y"}, {onnxGraphAttribute("then_branch", inner)})}, {}, {}, {onnxValue("y", {"2"})}}
            .bytes();
  const Result<onnx::Model> model = onnx::parseModel(Bytes().number(1, 8).message(7, inner).str(), "");
  ASSERT_FALSE(model.ok());
  EXPECT_EQ(model.error().message, "graphs are nested more than 32 deep");
}

TEST(OnnxProblems, FilesOfMoreThan2GBAreRefused) {
  const auto path = std::filesystem::temp_directory_path() / ("lw_large_" + std::to_string(::getpid()) + ".onnx");
  std::ofstream(path) << "x";
  std::filesystem::resize_file(path, (uintmax_t{1} << 31) + (1 << 20));  // takes no room on the disk
  const Result<OnnxSource> source = onnxSource(path.string());
  std::filesystem::remove(path);
  ASSERT_FALSE(source.ok());
  EXPECT_EQ(source.error().message,
            path.string() + " has 2049 MB; a model has less than 2048, and keeps larger tensors in files beside it");
}

TEST(OnnxProblems, SeveralAreOneErrorWithAllOfThem) {
  OnnxGraph g;
  g.nodes = {onnxNode("Fancy", {"x"}, {"a"}), onnxNode("Plain", {"x"}, {"y"})};
  g.inputs = {onnxValue("x", {"2"})};
  g.outputs = {onnxValue("y", {"2"})};
  const auto path = std::filesystem::temp_directory_path() / ("lw_two_" + std::to_string(::getpid()) + ".onnx");
  std::ofstream(path, std::ios::binary) << onnxModel(g);
  const Result<OnnxSource> source = onnxSource(path.string());
  std::filesystem::remove(path);
  ASSERT_FALSE(source.ok());
  EXPECT_EQ(source.error().message, path.filename().string() + ": 2 nodes cannot be read");
  EXPECT_EQ(source.error().hint,
            "Fancy make_a: there is no operator Fancy\n        Plain make_y: there is no operator Plain\n"
            "        lw import --allow-unsupported makes them calls of functions that you register");
}

// x -> Fancy -> Fancy of other attributes -> y; the file states the shape of a where `stated`.
OnnxGraph fancyGraph(bool stated) {
  OnnxGraph g;
  g.nodes = {onnxNode("Fancy", {"x"}, {"a"}, {onnxAttribute("axis", int64_t{1})}),
             onnxNode("Fancy", {"a", "x"}, {"y"})};
  g.inputs = {onnxValue("x", {"n", "2"})};
  g.outputs = {onnxValue("y", {"n", "2"})};
  if (stated) g.outputs.push_back(onnxValue("a", {"n", "2"}));
  return g;
}

TEST(OnnxProblems, UnsupportedNodesBecomeCallsOfRegisteredFunctions) {
  const std::string bytes = onnxModel(fancyGraph(true));
  const Result<onnx::Model> model = onnx::parseModel(bytes, "");
  ASSERT_TRUE(model.ok());
  onnx::ImportOptions options;
  options.allowUnsupported = true;
  const onnx::Import made = importOnnx(*model, options);
  ASSERT_TRUE(made.problems.empty()) << made.problems[0].message;
  const std::string text = print(made.model).text;
  EXPECT_NE(text.find("R.call_dps_packed(\"onnx.Fancy\", (x,), out_sinfo=R.Tensor((n, 2), dtype=\"float32\"))"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("R.call_dps_packed(\"onnx.Fancy_1\", (a, x), out_sinfo="), std::string::npos) << text;
  ASSERT_EQ(made.outside.size(), 2U);
  EXPECT_EQ(made.outside[0].takes, "axis=1");
  EXPECT_EQ(made.outside[0].because, "Fancy make_a: there is no operator Fancy");
  EXPECT_FALSE(parseSource("again.py", text).hasErrors()) << text;
}

TEST(OnnxProblems, ACallFromOutsideNeedsTheShapeOfItsResult) {
  const std::string bytes = onnxModel(fancyGraph(false));
  const Result<onnx::Model> model = onnx::parseModel(bytes, "");
  ASSERT_TRUE(model.ok());
  onnx::ImportOptions options;
  options.allowUnsupported = true;
  const onnx::Import made = importOnnx(*model, options);
  ASSERT_EQ(made.problems.size(), 3U);
  EXPECT_EQ(made.problems[1].message,
            "Fancy make_a: the file does not say the type and shape of a, which a call from outside needs");
}

TEST(OnnxProblems, ReadingCanBeStopped) {
  OnnxGraph g;
  g.nodes = {onnxNode("Relu", {"x"}, {"a"}), onnxNode("Relu", {"a"}, {"y"})};
  g.inputs = {onnxValue("x", {"n"})};
  g.outputs = {onnxValue("y", {"n"})};
  const auto path = std::filesystem::temp_directory_path() / ("lw_stopped_" + std::to_string(::getpid()) + ".onnx");
  std::ofstream(path, std::ios::binary) << onnxModel(g);
  std::vector<std::string> asked;
  OnnxRequest request;
  request.goOn = [&](size_t node, size_t nodes) {
    asked.push_back(std::to_string(node) + " of " + std::to_string(nodes));
    return node < 1;
  };
  const OnnxAttempt stopped = readOnnx(path.string(), request);
  request.goOn = {};
  const OnnxAttempt whole = readOnnx(path.string(), request);
  std::filesystem::remove(path);
  EXPECT_FALSE(stopped.source.has_value());
  EXPECT_EQ(stopped.why.message, "reading " + path.filename().string() + " was stopped");
  EXPECT_EQ(asked, (std::vector<std::string>{"0 of 2", "1 of 2"}));
  ASSERT_TRUE(whole.source.has_value());
  EXPECT_EQ(whole.symbols, std::vector<std::string>{"n"});
}

// The text names the model and the sizes that it was read with, so that its constants can be read again.
TEST(OnnxProblems, TheTextNamesTheSizesItWasReadWith) {
  OnnxGraph g;
  g.nodes = {onnxNode("Relu", {"x"}, {"y"})};
  g.inputs = {onnxValue("x", {"a.1", "b b"})};
  g.outputs = {onnxValue("y", {"a.1", "b b"})};
  const auto path = std::filesystem::temp_directory_path() / ("lw_sizes_" + std::to_string(::getpid()) + ".onnx");
  std::ofstream(path, std::ios::binary) << onnxModel(g);
  const Result<OnnxSource> plain = onnxSource(path.string()),
                           bound = onnxSource(path.string(), {.sizes = {{"a.1", 3}, {"b b", 40}}});
  std::filesystem::remove(path);
  ASSERT_TRUE(plain.ok() && bound.ok());
  EXPECT_EQ(onnxOriginOf(plain->text, "/there/x.py").path, "/there/" + path.filename().string());
  EXPECT_TRUE(onnxOriginOf(plain->text, "").sizes.empty());
  EXPECT_NE(bound->text.find("\n# sizes: a.1 = 3, b b = 40\n"), std::string::npos) << bound->text;
  EXPECT_EQ(onnxOriginOf(bound->text, "").sizes, (std::map<std::string, int64_t>{{"a.1", 3}, {"b b", 40}}));
  EXPECT_TRUE(onnxOriginOf("x = 1\n", "/there/x.py").path.empty());
}

}  // namespace
}  // namespace lw
