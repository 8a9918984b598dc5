// Functions in NumPy terms as operators of a graph: what they compute, and what has no operator.
#include <gmock/gmock.h>

#include "backends/reference/functions_as_operators.h"
#include "backends/reference/graph_reference.h"
#include "core/graph/operators.h"
#include "core/graph/visit.h"
#include "core/text/graph/read_model.h"
#include "core/text/tir/parser.h"

namespace lw {
namespace {

struct TracedCase {
  std::string body;                         // of the function, below `def f(x, y, out):`
  std::string out = "(3, 4), \"float32\"";  // of R.Tensor
  std::string types = "\"float32\"";        // of the inputs
};

SourceFile tracedFile(const TracedCase& c) {
  std::string body;
  for (size_t from = 0; from < c.body.size();) {
    const size_t end = std::min(c.body.find('\n', from), c.body.size());
    body += "    " + c.body.substr(from, end - from) + "\n";
    from = end + 1;
  }
  return parseSource(
      "model.py",
      "import numpy as np\nimport torch\nfrom tvm.script import ir as I\nfrom tvm.script import relax as R\n\n\n"
      "@tvm.register_func(\"my.f\")\ndef f(x, y, out):\n" +
          body + "\n\n@I.ir_module\nclass M:\n    @R.function\n    def main(x: R.Tensor((3, 4), " + c.types +
          "), y: R.Tensor((4,), " + c.types + ")):\n        z = R.call_dps_packed(\"my.f\", (x, y), R.Tensor(" + c.out +
          "))\n        return z\n");
}

Result<graph::Model> tracedModel(const SourceFile& file) {
  for (const Diagnostic& d : file.diagnostics)
    if (d.severity == Diagnostic::Severity::Error) ADD_FAILURE() << render(d, file.source);
  return withFunctionsAsOperators(modelOf(file, *file.graphs.at(0)), RegisteredFunctions(file), {});
}

TEST(FunctionsAsOperators, ComputeWhatTheFunctionsCompute) {
  const std::vector<TracedCase> cases = {
      {"out[:] = x + y"},
      {"out[...] = 2 * x - y / 3 + x ** 2"},
      {"np.add(x, y, out=out)\nnp.multiply(out, x, out=out)"},
      {"out[:] = np.maximum(np.exp(x), np.sqrt(np.abs(y))) + np.tanh(-x)"},
      {"out[:] = y", "(3, 4), \"float32\""},
      {"out[:] = x.astype(\"float64\") * 2", "(3, 4), \"float64\""},
      {"out[:] = x.T @ x", "(4, 4), \"float32\""},
      {"out[:] = np.matmul(x, np.reshape(y, (4, 1)))[:, :] if False else np.matmul(x, y.reshape(4, 1))",
       "(3, 1), \"float32\""},
      {"out[:] = x.sum(axis=0) + np.max(x, axis=0) * x.mean()", "(4,), \"float32\""},
      {"out[:] = np.where(x > y, x, 0.25)"},
      {"out[:] = np.concatenate([x, x + 1], axis=1)", "(3, 8), \"float32\""},
      {"out[:] = np.clip(x, 0.2, 0.6)"},
      {"for k in range(3):\n    x += k\nout[:] = x"},
      {"part = x * 1\npart *= y\nout[:] = part"},
      {"rows, columns = x.shape\nout[:] = x * rows + columns"},
      {"weights = np.array([1, 2, 3, 4], dtype=np.float32)\nout[:] = x * weights"},
      {"t = torch.from_dlpack(x)\no = torch.from_dlpack(out)\ntorch.mul(t, torch.Tensor([3.0]), out=o)\ntorch.relu(t)"},
      {"out[:] = np.expand_dims(x, 0).squeeze(axis=0).transpose(1, 0)", "(4, 3), \"float32\""},
      {"out[:] = x * 2 + y", "(3, 4), \"int32\"", "\"int32\""},
  };
  for (const TracedCase& c : cases) {
    SCOPED_TRACE(c.body);
    const SourceFile file = tracedFile(c);
    const Result<graph::Model> model = tracedModel(file);  // compares the two itself
    if (!model) {
      ADD_FAILURE() << toText(model.error());
      continue;
    }
    forEachBinding(model->graph.find("main")->body, [](const graph::Binding& b) {
      const auto* call = b.value.as<graph::Call>();
      EXPECT_TRUE(!call || call->op->name != "call_dps_packed");
    });
    const DataType type = c.types == "\"int32\"" ? dtype::Int32 : dtype::Float32;
    const std::vector<NDArray> inputs{randomArray(type, {3, 4}, {}, 7), randomArray(type, {4}, {}, 8)};
    const auto got =
        evaluateGraph(*model, "main", inputs, [](const PrimFunc&, std::vector<Argument>&) { return success(); });
    ASSERT_TRUE(got) << toText(got.error());
    std::vector<NDArray> buffers = inputs;
    buffers.push_back(NDArray::zeros((*got)[0].type, (*got)[0].shape));
    const Status ran = RegisteredFunctions(file).call("my.f", buffers, 1);
    ASSERT_TRUE(ran.ok()) << ran.error().message;
    EXPECT_EQ(compareArrays((*got)[0], buffers[2], 1e-4, 1e-5).count, 0);
  }
}

TEST(FunctionsAsOperators, SayWhatHasNoOperator) {
  const auto message = [](const TracedCase& c) {
    const SourceFile file = tracedFile(c);
    const Result<graph::Model> model = tracedModel(file);
    if (model) return std::string("accepted");
    EXPECT_TRUE(model.error().span.valid());
    EXPECT_EQ(model.error().hint, "write it as a @T.prim_func or with operators, or run the model by `lw run`");
    const std::string begin = "the model calls my.f, a function in NumPy terms that is no kernel of exported code: ";
    EXPECT_THAT(model.error().message, testing::StartsWith(begin));
    return model.error().message.substr(begin.size());
  };
  EXPECT_EQ(message({"out[:] = np.sort(x)"}), "there is no kernel for sort of these arrays");
  EXPECT_EQ(message({"out[:] = x % 2"}), "there is no kernel for mod of these arrays");
  EXPECT_EQ(message({"out[:] = np.sum(x, axis=0, initial=3)"}), "there is no kernel for sum with these arguments");
  EXPECT_EQ(message({"out[:] = np.exp(x)", "(3, 4), \"float64\"", "\"int32\""}),
            "exp of int32 has another type in NumPy than in a kernel");
  EXPECT_EQ(message({"out[:] = x + x.astype(\"float64\")"}), "arrays of float32 and float64 meet in one operation");
  EXPECT_EQ(message({"out[0] = x[0]"}), "a part or a view of an array is used");
  EXPECT_EQ(message({"out[:1] = x"}), "a part or a view of an array is used");
  EXPECT_EQ(message({"t = x.T\nt += 1\nout[:] = x"}), "a part or a view of an array is used");
  EXPECT_EQ(message({"out += x"}), "an output is read before it is written");
  EXPECT_EQ(message({"y += 1"}), "an output is read before it is written");
  EXPECT_EQ(message({"if x.sum() > 0:\n    out[:] = x"}), "a branch depends on elements");
  EXPECT_EQ(message({"t = x.T\nx += 1\nout[:] = t.T"}), "on random numbers, its operators compute something else");
  EXPECT_EQ(message({"out[:] = x", "dtype=\"float32\", ndim=2"}), "the shape of an array is not known");
}

}  // namespace
}  // namespace lw
