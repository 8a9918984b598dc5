// Kernels that are made of operators, carried out by the interpreter, compute what NumPy computes operator by operator.
#include <gtest/gtest.h>

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
      EXPECT_TRUE(!call || (call->op && call->op->name == "call_tir"));
      if (call)
        for (const graph::Node& arg : call->args[1]->as<graph::TupleNode>()->fields)
          EXPECT_TRUE(arg.as<graph::Value>() || arg.as<graph::Constant>());
    });
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
    }
  }
}

TEST(GraphKernels, OfElementwiseOperatorsComputeWhatNumPyDoes) { expectKernelsOf(elementwiseCases()); }
TEST(GraphKernels, OfArrangementsComputeWhatNumPyDoes) { expectKernelsOf(arrangementCases()); }
TEST(GraphKernels, OfLayersComputeWhatNumPyDoes) { expectKernelsOf(layerCases()); }

TEST(GraphKernels, OfSearchesComputeWhatNumPyDoes) { expectKernelsOf(searchCases()); }

TEST(GraphKernels, OfUpdatesComputeWhatNumPyDoes) { expectKernelsOf(updateCases()); }

TEST(GraphKernels, OfDetectionComputeWhatNumPyDoes) { expectKernelsOf(detectionCases()); }

TEST(GraphKernels, OfEachOperatorAreCompared) {
  std::set<std::string> compared;
  for (const auto& cases :
       {elementwiseCases(), arrangementCases(), layerCases(), searchCases(), updateCases(), detectionCases()})
    for (const KernelCase& c : cases)
      for (const graph::Operator& op : graph::operators())
        if (c.value.find("R." + op.name + "(") != std::string::npos) compared.insert(op.name);
  for (const graph::Operator& op : graph::operators())
    if (legalize::hasKernel(op)) EXPECT_TRUE(compared.contains(op.name)) << op.name;
}

// The operators that are read and printed only. Each has its reason; the list may only become shorter.
TEST(GraphKernels, AreMissingForFewOperators) {
  const std::set<std::string> kMissing = {
      "dynamic_strided_slice",
      "nonzero",
      "unique",            // the shapes of their results depend on data
      "layout_transform",  // its index map is kept as it is written
      "image.affine_grid",
      "image.grid_sample",
      "image.resize3d",
      "nn.attention_var_len",
  };
  std::set<std::string> missing;
  for (const graph::Operator& op : graph::operators())
    if (useOf(op) == OperatorUse::Nothing) missing.insert(op.name);
  EXPECT_EQ(missing, kMissing);
}

}  // namespace
}  // namespace lw
