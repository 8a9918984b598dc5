// Kernels that are made of operators, carried out by the interpreter, compute what NumPy computes operator by operator.
#include <gmock/gmock.h>

#include <map>
#include <set>

#include "backends/reference/graph_reference.h"
#include "core/arith/analyzer.h"
#include "core/graph/operators.h"
#include "core/graph/visit.h"
#include "core/ir/ops.h"
#include "core/ir/visit.h"
#include "core/text/graph/read_model.h"
#include "core/text/print/graph_printer.h"
#include "passes/graph/legalize/kernels.h"
#include "passes/graph/legalize_ops.h"
#include "tests/graph_kernels/graph_inputs.h"
#include "tests/graph_kernels/kernel_cases.h"

namespace lw {
namespace {

graph::Model modelOfCase(const KernelCase& c) {
  const std::string text =
      "from tvm.script import ir as I\nfrom tvm.script import relax as R\nfrom tvm.script import tir as T\n\n\n"
      "@I.ir_module\nclass Module:\n    @R.function\n    def main(" +
      c.params + "):\n" + (c.params.find("\"n\"") != std::string::npos ? "        n = T.int64()\n" : "") +
      (c.params.find("\"m\"") != std::string::npos ? "        m = T.int64()\n" : "") + "        gv = " + c.value +
      "\n        return gv\n";
  const SourceFile file = parseSource("case.py", text);
  for (const Diagnostic& d : file.diagnostics)
    if (d.severity == Diagnostic::Severity::Error) ADD_FAILURE() << render(d, file.source);
  if (file.graphs.empty()) return {};
  return modelOf(file, *file.graphs[0]);
}

void expectOnlyKernels(const graph::Model& model) {
  for (const graph::Function& f : model.graph.functions)
    forEachBinding(f.body, [](const graph::Binding& b) {
      const auto* call = b.value.as<graph::Call>();
      const bool sizes = call && call->op && call->op->name == "tensor_to_shape";
      EXPECT_TRUE(!call || sizes || (call->op && call->op->name == "call_tir"));
      if (call && !sizes)
        for (const graph::Node& arg : call->args[1]->as<graph::TupleNode>()->fields)
          EXPECT_TRUE(arg.as<graph::Value>() || arg.as<graph::Constant>());
    });
}

// What was inferred of the result, whose tensors follow each other.
void expectInferred(const graph::StructInfo& info, const std::vector<NDArray>& tensors, size_t& next) {
  if (const auto* tuple = info.as<graph::TupleInfo>()) {
    for (const graph::StructInfo& field : tuple->fields) expectInferred(field, tensors, next);
    return;
  }
  const auto* tensor = info.as<graph::TensorInfo>();
  ASSERT_TRUE(tensor) << "nothing is known of the result";
  ASSERT_LT(next, tensors.size());
  const NDArray& array = tensors[next++];
  EXPECT_TRUE(!tensor->type || *tensor->type == array.type);
  if (!tensor->sizes) return;
  ASSERT_EQ(tensor->sizes->size(), array.shape.size());
  for (size_t d = 0; d < array.shape.size(); ++d)
    if (const auto size = asInt((*tensor->sizes)[d])) EXPECT_EQ(*size, array.shape[d]) << "of dimension " << d;
}

void expectKernelsOf(const std::vector<KernelCase>& cases) {
  for (const KernelCase& c : cases) {
    SCOPED_TRACE(c.params + ": " + c.value);
    const graph::Model model = modelOfCase(c);
    const graph::Function* f = model.graph.find("main");
    if (!f) continue;  // reported
    const Result<graph::Model> kernels = withKernels(model);
    if (!kernels) {
      ADD_FAILURE() << toText(kernels.error());
      continue;
    }
    expectOnlyKernels(*kernels);
    const std::string printed = print(*kernels).text;
    const SourceFile again = parseSource("again.py", printed);
    EXPECT_FALSE(again.hasErrors()) << printed << again.diagnostics.front().message;
    for (uint64_t seed = 1; seed <= 2; ++seed) {
      const std::vector<NDArray> inputs = graphInputs(*f, c.range, seed);
      const auto expected = evaluateGraph(model, "main", inputs, runKernel),
                 got = evaluateGraph(*kernels, "main", inputs, runKernel);
      EXPECT_TRUE(expected) << toText(expected.error());
      EXPECT_TRUE(got) << toText(got.error()) << printed;
      if (!expected || !got) break;
      expectSameTensors(*got, *expected);
      size_t next = 0;
      expectInferred(*infoOf(*f->body.result), *expected, next);
    }
  }
}

TEST(GraphKernels, OfElementwiseOperatorsComputeWhatNumPyDoes) { expectKernelsOf(elementwiseCases()); }
TEST(GraphKernels, OfArrangementsComputeWhatNumPyDoes) { expectKernelsOf(arrangementCases()); }
TEST(GraphKernels, OfLayersComputeWhatNumPyDoes) { expectKernelsOf(layerCases()); }

TEST(GraphKernels, OfSearchesComputeWhatNumPyDoes) { expectKernelsOf(searchCases()); }

TEST(GraphKernels, OfUpdatesComputeWhatNumPyDoes) { expectKernelsOf(updateCases()); }

TEST(GraphKernels, OfDetectionComputeWhatNumPyDoes) { expectKernelsOf(detectionCases()); }

TEST(GraphKernels, OfPicturesComputeWhatNumPyDoes) { expectKernelsOf(pictureCases()); }

TEST(GraphKernels, OfResultsOfUnknownSizeComputeWhatNumPyDoes) { expectKernelsOf(countedCases()); }

// The size is a value of the graph: a tensor of sizes becomes a shape, and the shape names them.
TEST(GraphKernels, FindTheSizesOfResultsFirst) {
  const Result<graph::Model> kernels = withKernels(modelOfCase({"x: R.Tensor((3, 4), \"int32\")", "R.unique(x)"}));
  ASSERT_TRUE(kernels) << toText(kernels.error());
  const std::string text = print(*kernels).text;
  for (const char* line :
       {"= R.call_tir(cls.unique_size, (x,), out_sinfo=[R.Tensor((1,), dtype=\"int64\"), R.Tensor((12,), "
        "dtype=\"int64\"), R.Tensor((12,), dtype=\"int64\")])",
        "R.tensor_to_shape(", "R.match_cast(", ", R.Shape([unique_size]))",
        "out_sinfo=R.Tensor((unique_size,), dtype=\"int32\"))",
        "R.func_attr({\"tir_var_upper_bound\": {\"unique_size\": 12}})"})
    EXPECT_THAT(text, testing::HasSubstr(line));
}

TEST(GraphKernels, OfASliceWithConstantEndsAreThoseOfAKnownOne) {
  const KernelCase c{"x: R.Tensor((9, 8), \"float32\")",
                     "R.dynamic_strided_slice(x, R.const([1, -2], \"int64\"), R.const([8, -9], \"int64\"), "
                     "R.const([2, -3], \"int64\"))"};
  const KernelCase known{c.params, "R.strided_slice(x, axes=[0, 1], begin=[1, -2], end=[8, -9], strides=[2, -3])"};
  const graph::Model model = modelOfCase(c), other = modelOfCase(known);
  const Result<graph::Model> kernels = withKernels(model);
  ASSERT_TRUE(kernels) << toText(kernels.error());
  expectOnlyKernels(*kernels);
  const std::vector<NDArray> inputs = graphInputs(*model.graph.find("main"), "uniform", 1);
  const auto expected = evaluateGraph(other, "main", inputs, runKernel),
             got = evaluateGraph(*kernels, "main", inputs, runKernel);
  ASSERT_TRUE(expected && got);
  expectSameTensors(*got, *expected);
}

// What does not fit is named with its operands, and no kernel is made of it.
TEST(GraphKernels, AreNotMadeOfCallsThatDoNotFit) {
  const std::string x = "x: R.Tensor((2, 3, 4), \"float32\")", i = ", i: R.Tensor((2, 2), \"int64\")";
  const std::vector<KernelCase> cases = {
      {x, "R.topk(x, k=9, axis=0)"},
      {x + i, "R.bucketize(x, i)"},
      {x + i + ", u: R.Tensor((2, 4), \"float32\")", "R.scatter_nd(x, i, u, reduction=\"median\")"},
      {x + i + ", u: R.Tensor((2, 5), \"float32\")", "R.scatter_nd(x, i, u)"},
      {x + i + ", u: R.Tensor((2, 4), \"float64\")", "R.scatter_nd(x, i, u)"},
      {x + ", j: R.Tensor((2,), \"float32\")", "R.index_tensor(x, (j,))"},
      {x + i + ", j: R.Tensor((3,), \"int64\")", "R.index_put(x, (i, j), x)"},
      {x + i, "R.grad.take_backward(x, x, i, axis=0)"},
      {x + i, "R.reverse_sequence(x, i)"},
      {x + ", g: R.Tensor((2, 3), \"float32\")", "R.grad.nll_loss_backward(g, x, x)"},
      {x, "R.grad.max_pool2d_backward(x, x, pool_size=[2, 2])"},
      {x, "R.vision.get_valid_counts(x, score_index=4)"},
      {x + ", c: R.Tensor((2,), \"int32\"), k: R.Tensor((2, 3), \"int32\")", "R.vision.non_max_suppression(x, c, k)"},
      {x,
       "R.vision.all_class_non_max_suppression(x, x, R.const(1, \"int64\"), R.const(0.5, \"float32\"), R.const(0.5, "
       "\"float32\"), output_format=\"other\")"},
      {x, "R.image.affine_grid(x, R.shape([2, 2]))"},
      {x, "R.unique(x, axis=1)"},
      {"x: R.Tensor((), \"float32\")", "R.nonzero(x)"},
      {x + i, "R.dynamic_strided_slice(x, i, i, i)"},
      {x, "R.layout_transform(x, index_map=lambda i, j, k: (i + j, k))"},
      {x, "R.layout_transform(x, index_map=lambda i, j: (j, i))"},
      {x, "R.image.resize2d(x, R.shape([2, 2]), method=\"cubic\")"},
      {"q: R.Tensor((1, 4, 2, 3), \"float32\")", "R.nn.attention(q, q, q, window_size=2)"},
  };
  for (const KernelCase& c : cases) {
    SCOPED_TRACE(c.value);
    const Result<graph::Model> kernels = withKernels(modelOfCase(c));
    ASSERT_FALSE(kernels);
    EXPECT_THAT(toText(kernels.error()), testing::HasSubstr("no kernel can be made of the call R."));
    EXPECT_THAT(toText(kernels.error()), testing::HasSubstr("of main.gv"));
  }
}

TEST(GraphKernels, OfEachOperatorAreCompared) {
  std::set<std::string> compared;
  for (const auto& cases : {elementwiseCases(), arrangementCases(), layerCases(), searchCases(), updateCases(),
                            detectionCases(), pictureCases(), countedCases()})
    for (const KernelCase& c : cases)
      for (const graph::Operator& op : graph::operators())
        if (c.value.find("R." + op.name + "(") != std::string::npos) compared.insert(op.name);
  for (const graph::Operator& op : graph::operators())
    if (legalize::hasKernel(op)) EXPECT_TRUE(compared.contains(op.name)) << op.name;
}

// Every operator of the table becomes a kernel, gives its operand, or is a call of whatever runs the model.
TEST(GraphKernels, AreMissingForNoOperator) {
  for (const graph::Operator& op : graph::operators()) EXPECT_NE(useOf(op), OperatorUse::Nothing) << op.name;
}

}  // namespace
}  // namespace lw
