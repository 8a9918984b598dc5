// What is said of models of PyTorch that go wrong: a case for each sentence.
#include "core/script/errors.h"
#include "core/te/errors.h"
#include "core/te/read_program.h"
#include "tests/errors/cases.h"

namespace lw {
namespace {

// Statements of a function in which `m` is a model of one linear layer from 3 to 2.
const ErrorCase kTorchCases[] = {
    {"m.weight", err::kTorchHasNo, "a layer of the class Model has no 'weight' here", "m.weight"},
    {"torch.relu(3)", err::kTorchNotTraced, "the function relu is called outside of fx.symbolic_trace",
     "torch.relu(3)"},
    {"fx.symbolic_trace(Foreign())", err::kTorchForeign,
     "a layer of the class ReLU that the model calls is not one of its attributes", "nn.ReLU()(x)"},
    {"fx.symbolic_trace(3)", err::kTorchNoModel, "fx.symbolic_trace takes a model, not an integer",
     "fx.symbolic_trace(3)"},
    {"fx.symbolic_trace(Nested())", err::kTorchTraceInside, "fx.symbolic_trace is called while it runs",
     "fx.symbolic_trace(Model())"},
    {"fx.symbolic_trace(Empty())", err::kTorchNoOutput,
     "forward returns an integer, which is not computed from its input", "fx.symbolic_trace(Empty())"},
    {"torch.zeros(3, -1)", err::kTorchSizes, "torch.zeros takes sizes: whole numbers, not too large together",
     "torch.zeros(3, -1)"},
    {"nn.Parameter(3)", err::kTorchNoArray, "nn.Parameter takes an array, not an integer", "nn.Parameter(3)"},
    {"m.linear.weight.data = torch.zeros(3, 2)", err::kTorchShape, "this has to be float32(2, 3), not float32(3, 2)",
     "m.linear.weight.data"},
    {"nn.LSTM(3, 2)", err::kTorchLayer, "nn.LSTM is not a layer that is known here", "nn.LSTM(3, 2)"},
    {"Wrong()", err::kTorchBase, "the class Wrong is not derived from nn.Module", "Wrong"},
    {"Model(size=3)", err::kTorchNamed, "Model is made without keyword arguments here", "Model(size=3)"},
    {"getattr(m)", err::kTorchPython, "getattr takes an object and a name here", "getattr(m)"},
};

TEST(TorchErrors, SayWhatIsWrongWordForWord) {
  for (const ErrorCase& c : kTorchCases) {
    const std::string text =
        "from torch import fx, nn\nimport torch\n\n\n"
        "class Model(nn.Module):\n    def __init__(self):\n        self.linear = nn.Linear(3, 2)\n\n"
        "    def forward(self, x):\n        return self.linear(x)\n\n\n"
        "class Foreign(nn.Module):\n    def forward(self, x):\n        return nn.ReLU()(x)\n\n\n"
        "class Nested(nn.Module):\n    def forward(self, x):\n        fx.symbolic_trace(Model())\n        return "
        "x\n\n\n"
        "class Empty(nn.Module):\n    def forward(self, x):\n        return 3\n\n\n"
        "class Wrong(fx.Module):\n    def forward(self, x):\n        return x\n\n\n"
        "def model():\n    bb = relax.BlockBuilder()\n    m = Model()\n" +
        indented(c.input) + "    return bb.get()\n";
    const SourceFile file = readProgram("case.py", text);
    std::vector<Explanation> said;
    for (const Diagnostic& d : file.diagnostics) said.push_back(explanationOf(d));
    expectError(c, said, text);
  }
}

}  // namespace
}  // namespace lw
