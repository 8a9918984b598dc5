// Models of ONNX on the command line: run as they are, and as the program that `lw import` writes.
#include <filesystem>
#include <fstream>

#include "core/support/json.h"
#include "tests/cli/cli_fixture.h"
#include "tests/onnx/model_bytes.h"

namespace {

using namespace lw;
using namespace lw::test;
using testing::HasSubstr;

const std::string kModel = LW_SOURCE_DIR "/samples/models/lenet.onnx";

TEST_F(Cli, AModelOfOnnxRuns) {
  const Outcome run = lw("run " + kModel + " --threads 1 --repeat 2 --json");
  ASSERT_EQ(run.code, 0) << run.err;
  const auto result = nlohmann::json::parse(run.out);
  EXPECT_EQ(result["model"], "Model.main");
  EXPECT_TRUE(result["checked"]);
  EXPECT_TRUE(result["ok"]);
  EXPECT_EQ(lw("check " + kModel).code, 0);
  EXPECT_THAT(lw("lower " + kModel + " --stage fuse_ops").out, HasSubstr("def fused_matmul_2_add_4("));
}

TEST_F(Cli, AModelOfOnnxBecomesAProgramWithItsParameters) {
  const std::string program = file("lenet.py", "");
  const Outcome made = lw("import " + kModel + " -o " + program);
  ASSERT_EQ(made.code, 0) << made.err;
  EXPECT_THAT(made.err, HasSubstr("12 nodes of 5 operators became"));
  EXPECT_TRUE(std::filesystem::exists(std::filesystem::path(program).replace_extension(".npz")));
  const std::string one = file("one.npz", ""), two = file("two.npz", "");
  const Outcome run = lw("run " + program + " --threads 1 --repeat 2 --save " + one);
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("ModelWithParameters.main"));
  ASSERT_EQ(lw("run " + kModel + " --threads 1 --repeat 2 --save " + two).code, 0);
  EXPECT_EQ(slurp(one), slurp(two));
}

TEST_F(Cli, WhatIsNoModelOfOnnxIsRefused) {
  const Outcome none = lw("import");
  EXPECT_EQ(none.code, 2);
  EXPECT_THAT(none.err, HasSubstr("import takes the path of a model, MODEL.onnx"));
  const Outcome text = lw("run " + file("text.onnx", "not a model"));
  EXPECT_EQ(text.code, 1);
  EXPECT_THAT(text.err, HasSubstr("the bytes are no ONNX model"));
  const Outcome tests = lw("onnx-test " + std::filesystem::path(file("a.txt", "")).parent_path().string() + "/none");
  EXPECT_EQ(tests.code, 1);
  EXPECT_THAT(tests.err, HasSubstr("there is no model.onnx in "));
  EXPECT_THAT(lw("import " + kModel + " --bind batch=2").out, HasSubstr("def main(x: R.Tensor((1, 1, 28, 28)"));
}

// x -> Fancy of alpha 0.5 -> y
std::string fancyModel() {
  OnnxGraph g;
  g.nodes = {onnxNode("Fancy", {"x"}, {"y"}, {onnxAttribute("alpha", 0.5F)})};
  g.inputs = {onnxValue("x", {"n", "2"})};
  g.outputs = {onnxValue("y", {"n", "2"})};
  return onnxModel(g);
}

TEST_F(Cli, UnsupportedNodesOfOnnxAreRegistered) {
  const std::string model = file("fancy.onnx", fancyModel()), program = file("fancy.py", "");
  EXPECT_THAT(lw("import " + model).err,
              HasSubstr("Fancy make_y: there is no operator Fancy\n  hint: lw import --allow-unsupported"));
  const Outcome made = lw("import " + model + " --allow-unsupported -o " + program);
  ASSERT_EQ(made.code, 0) << made.err;
  EXPECT_THAT(made.err, HasSubstr("to register: onnx.Fancy, because Fancy make_y: there is no operator Fancy"));
  EXPECT_THAT(lw("run " + program + " --bind n=3").err, HasSubstr("no function is registered as onnx.Fancy"));
  std::string text = slurp(program);
  const std::string comment = "# @tvm.register_func(\"onnx.Fancy\")\n# def onnx_Fancy(x0, out0):  # alpha=0.5\n";
  ASSERT_THAT(text, HasSubstr(comment));
  text += "\n\n@tvm.register_func(\"onnx.Fancy\")\ndef onnx_Fancy(x0, out0):\n    out0[:] = x0 * 0.5\n";
  std::ofstream(program) << text;
  const Outcome run = lw("run " + program + " --bind n=3 --repeat 2");
  EXPECT_EQ(run.code, 0) << run.err;
}

TEST_F(Cli, TheReportOfAnImportSaysWhatIsRecognised) {
  OnnxGraph g;
  g.nodes = {onnxNode("Sigmoid", {"x"}, {"s"}), onnxNode("Mul", {"x", "s"}, {"y"})};
  g.inputs = {onnxValue("x", {"4"})};
  g.outputs = {onnxValue("y", {"4"})};
  const std::string model = file("silu.onnx", onnxModel(g));
  const Outcome made = lw("import " + model);
  EXPECT_THAT(made.err, HasSubstr("recognised: 1 silu\n"));
  EXPECT_THAT(made.out, HasSubstr("R.multiply(x, s)"));  // the text says what the model says
  EXPECT_THAT(lw("lower " + model + " --stage recognise_operators").out, HasSubstr("R.nn.silu(x)"));
}

TEST_F(Cli, OperatorsOfOnnxAreListed) {
  const Outcome list = lw("import --operators");
  EXPECT_EQ(list.code, 0);
  EXPECT_THAT(list.out, HasSubstr("Conv "));
  EXPECT_THAT(list.out, HasSubstr("com.microsoft.MatMulNBits "));
  EXPECT_THAT(list.out, HasSubstr("not read: texts are no tensors of numbers"));
}

}  // namespace
