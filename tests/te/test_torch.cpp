// Models of PyTorch: fx.symbolic_trace records the calls of `forward`, and code of the file translates them.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "core/te/read_program.h"
#include "core/text/graph/read_model.h"
#include "core/text/print/graph_printer.h"

namespace lw {
namespace {

// Prints each node of the traced model in a line: its kind, name, target and arguments.
constexpr std::string_view kHead = R"(import operator
import torch
import torch.nn.functional as F
from torch import fx, nn
from tvm import relax, te, topi


def lines(traced, bb):
    text = ""
    for node in traced.graph.nodes:
        text += f"{node.op} {node.name} {node.args};"
    x = relax.Var(text, relax.TensorStructInfo((1,), "float32"))
    with bb.function("main", [x]):
        with bb.dataflow():
            y = bb.emit_output(bb.emit(relax.op.exp(x)))
        bb.emit_func_output(y)
    return bb.get()


)";

std::string problems(const SourceFile& file) {
  std::string text;
  for (const Diagnostic& d : file.diagnostics)
    if (d.severity == Diagnostic::Severity::Error) text += d.message + "\n";
  return text;
}

// The nodes of the model of class Model.
std::string nodesOf(const std::string& model) {
  const SourceFile file = readProgram(
      "model.py", std::string(kHead) + model + "\n\nNodes = lines(fx.symbolic_trace(Model()), relax.BlockBuilder())\n");
  if (file.graphs.empty()) return problems(file);
  return file.graphs[0]->functions.at(0).params.at(0).name();
}

TEST(Torch, RecordsFunctionsAndParameters) {
  EXPECT_EQ(
      nodesOf(R"(class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(4, 4))

    def forward(self, x, y):
        z = torch.matmul(x, self.weight) + y
        return F.relu(z * 2))"),
      "placeholder x ();placeholder y ();get_attr weight ();call_function matmul (x, weight);"
      "call_function add (matmul, y);call_function mul (add, 2);call_function relu (mul,);output output (relu,);");
}

TEST(Torch, RecordsLayersOfLayers) {
  EXPECT_EQ(nodesOf(R"(class Block(nn.Module):
    def __init__(self, size):
        super(Block, self).__init__()
        self.linear = nn.Linear(size, size)
        self.act = nn.GELU()

    def forward(self, x):
        return x + self.act(self.linear(x))


class Model(nn.Module):
    def __init__(self):
        super(Model, self).__init__()
        self.first = Block(8)
        self.second = Block(8)

    def forward(self, x):
        return self.second(self.first(x)).mean(-1))"),
            "placeholder x ();call_module first_linear (x,);call_module first_act (first_linear,);"
            "call_function add (x, first_act);call_module second_linear (add,);"
            "call_module second_act (second_linear,);call_function add_1 (add, second_act);"
            "call_method mean (add_1, -1);output output (mean,);");
}

TEST(Torch, TheSampleGivesBothModels) {
  const std::string path = LW_SOURCE_DIR "/samples/models/from_torch.py";
  std::ifstream in(path);
  std::ostringstream text;
  text << in.rdbuf();
  const SourceFile file = readProgram(path, text.str());
  ASSERT_EQ(problems(file), "");
  ASSERT_EQ(file.graphs.size(), 2u);
  EXPECT_EQ(file.graphs[0]->module, "MyModule");
  EXPECT_EQ(file.graphs[1]->module, "MLPModule");
  const graph::Function& mlp = file.graphs[1]->functions.at(0);
  ASSERT_EQ(mlp.params.size(), 1u);
  EXPECT_EQ(mlp.params[0].name(), "x");
  std::vector<std::string> kernels;
  for (const PrimFunc& f : modelOf(file, *file.graphs[1]).kernels.functions) kernels.push_back(f.name);
  EXPECT_EQ(kernels, (std::vector<std::string>{"dense", "add", "te_relu", "dense1", "add1"}));
}

// The same numbers in every run, with the moments of the distributions that PyTorch draws from.
TEST(Torch, ParametersAreDrawnFromAFixedSeed) {
  const auto weightOf = [](const std::string& parameter) {
    const SourceFile file = readProgram("model.py", std::string(kHead) + R"(
class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(100, 50)
        self.weight = nn.Parameter(torch.randn(100, 50))

    def forward(self, x):
        return x + 1


def build(bb, model):
    x = relax.Var("x", relax.TensorStructInfo((1,), "float32"))
    with bb.function("main", [x]):
        with bb.dataflow():
            y = bb.emit_output(bb.emit(relax.const()" + parameter +
                                                        R"(.data.cpu().numpy(), relax.TensorStructInfo()" + parameter +
                                                        R"(.data.shape, "float32"))))
        bb.emit_func_output(y)
    return bb.get()


Made = build(relax.BlockBuilder(), Model())
)");
    EXPECT_EQ(problems(file), "");
    const graph::Node& value = file.graphs.at(0)->functions.at(0).body.blocks.at(0).bindings.at(0).value;
    return *value.as<graph::Constant>()->data;
  };
  const auto moments = [](const NDArray& array) {
    double sum = 0, squares = 0;
    for (int64_t i = 0; i < 5000; ++i) sum += array.getDouble(i), squares += array.getDouble(i) * array.getDouble(i);
    return std::pair(sum / 5000, squares / 5000);
  };
  const NDArray uniform = weightOf("model.linear.weight"), normal = weightOf("model.weight");
  EXPECT_EQ(uniform.shape, (std::vector<int64_t>{50, 100}));
  EXPECT_NEAR(moments(uniform).first, 0, 0.003);
  EXPECT_NEAR(moments(uniform).second, 0.01 / 3, 0.0003);  // between -0.1 and 0.1
  EXPECT_NEAR(moments(normal).first, 0, 0.05);
  EXPECT_NEAR(moments(normal).second, 1, 0.1);
  EXPECT_EQ(weightOf("model.weight").data, normal.data);
}

}  // namespace
}  // namespace lw
