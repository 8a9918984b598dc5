// Each pass on graphs leaves a model that computes the same, on whole models.
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "backends/interpreter/evaluate_kernel.h"
#include "backends/reference/graph_reference.h"
#include "core/graph/operators.h"
#include "core/graph/visit.h"
#include "core/text/graph/read_model.h"
#include "core/text/print/graph_printer.h"
#include "passes/graph/graph_pipeline.h"
#include "tests/graph_kernels/graph_inputs.h"

namespace lw {
namespace {

graph::Model modelOfFile(const std::string& name) {
  std::ostringstream text;
  text << std::ifstream(std::filesystem::path(LW_SOURCE_DIR) / "tests/graph_kernels/models" / name).rdbuf();
  const SourceFile file = parseSource(name, text.str());
  for (const Diagnostic& d : file.diagnostics)
    if (d.severity == Diagnostic::Severity::Error) ADD_FAILURE() << render(d, file.source);
  return file.graphs.empty() ? graph::Model() : modelOf(file, *file.graphs[0]);
}

class GraphModels : public testing::TestWithParam<const char*> {};

TEST_P(GraphModels, ComputeTheSameAfterEachPass) {
  const graph::Model model = modelOfFile(GetParam());
  const graph::Function* f = model.graph.find("main");
  ASSERT_TRUE(f);
  const LoweredGraph lowered = lowerGraph(model, {.evaluate = evaluateKernel});
  ASSERT_FALSE(lowered.error) << toText(*lowered.error);
  for (uint64_t seed = 1; seed <= 3; ++seed) {
    const std::vector<NDArray> inputs = graphInputs(*f, "0.1..1", seed);
    const auto expected = evaluateGraph(model, "main", inputs, runKernel);
    ASSERT_TRUE(expected) << toText(expected.error());
    for (const GraphStage& stage : lowered.stages) {
      SCOPED_TRACE(stage.name);
      const auto got = evaluateGraph(stage.model, "main", inputs, runKernel);
      ASSERT_TRUE(got) << toText(got.error()) << print(stage.model).text;
      expectSameTensors(*got, *expected);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Files, GraphModels,
                         testing::Values("mlp.py", "residual.py", "constant_convolution.py", "transformer.py",
                                         "branches.py", "steps.py"),
                         [](const auto& info) {
                           const std::string name = info.param;
                           return name.substr(0, name.find('.'));
                         });

std::vector<std::string> calledBy(const graph::Model& model) {
  std::vector<std::string> names;
  for (const graph::Function& f : model.graph.functions)
    forEachBinding(f.body, [&](const graph::Binding& b) {
      const auto* call = b.value.as<graph::Call>();
      const auto* kernel = call ? call->args[0]->as<graph::FunctionRef>() : nullptr;
      if (kernel) names.push_back(kernel->name);
    });
  return names;
}

const graph::Model& beforeFusion(const LoweredGraph& lowered) {
  const auto at = std::find_if(lowered.stages.begin(), lowered.stages.end(),
                               [](const GraphStage& stage) { return stage.name == "fuse_ops"; });
  return std::prev(at)->model;
}

TEST(GraphModels, ConstantWeightsAreComputedBefore) {
  const LoweredGraph lowered = lowerGraph(modelOfFile("constant_convolution.py"), {.evaluate = evaluateKernel});
  ASSERT_FALSE(lowered.error);
  EXPECT_THAT(calledBy(beforeFusion(lowered)),
              testing::ElementsAre("conv2d", "add_1", "relu", "adaptive_avg_pool2d", "flatten", "matmul"));
  const LoweredGraph plain = lowerGraph(modelOfFile("constant_convolution.py"));
  EXPECT_THAT(calledBy(beforeFusion(plain)), testing::ElementsAre("conv2d", "batch_norm", "relu", "adaptive_avg_pool2d",
                                                                  "flatten", "permute_dims", "matmul"));
}

}  // namespace
}  // namespace lw
