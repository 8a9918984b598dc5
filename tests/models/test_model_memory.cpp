// The memory of whole models: the workspace is as large as what lives together, and planned once for bounded sizes.
#include <gmock/gmock.h>

#include <fstream>
#include <sstream>

#include "backends/interpreter/evaluate_kernel.h"
#include "backends/measure/compiled_model.h"
#include "core/te/read_program.h"
#include "core/text/graph/read_model.h"
#include "passes/graph/graph_pipeline.h"
#include "passes/graph/in_place.h"
#include "passes/graph/model_sizes.h"

namespace lw {
namespace {

Result<ModelProgram> programOfSample(const std::string& name) {
  std::ostringstream text;
  text << std::ifstream(std::string(LW_SOURCE_DIR) + "/samples/models/" + name).rdbuf();
  const SourceFile file = readProgram(name, text.str());
  for (const Diagnostic& d : file.diagnostics)
    if (d.severity == Diagnostic::Severity::Error) ADD_FAILURE() << render(d, file.source);
  const std::optional<GraphChoice> main = graphNamed(file, "");
  EXPECT_TRUE(main) << name;
  const LoweredGraph lowered = lowerGraph(modelOf(file, *main->graph), {.evaluate = evaluateKernel});
  if (lowered.error) return *lowered.error;
  const graph::Model& last = lowered.stages.back().model;
  return modelProgramOf(last, *last.graph.find(main->function->name));
}

class MemoryOfModels : public testing::TestWithParam<const char*> {};

TEST_P(MemoryOfModels, PeakIsWhatLivesTogether) {
  const Result<ModelProgram> program = programOfSample(GetParam());
  ASSERT_TRUE(program.ok()) << program.error().message;
  LaunchValues sizes;
  for (const Var& size : program->sizes) sizes[size.key()] = int64_t{3};
  const Result<MemoryPlan> plain = planMemory(*program, sizes);
  ASSERT_TRUE(plain.ok()) << plain.error().message;
  EXPECT_EQ(plain->peak, plain->bound) << toText(*plain, *program);
  const InPlaceProgram inPlace = withBuffersInPlace(*program);
  const Result<MemoryPlan> plan = planMemory(inPlace.program, sizes);
  ASSERT_TRUE(plan.ok());
  EXPECT_EQ(plan->peak, plan->bound) << toText(*plan, inPlace.program);
  EXPECT_LE(plan->peak, plain->peak);
  ModelProgram bounded = inPlace.program;
  for (const Var& size : bounded.sizes) bounded.bounds[size.key()] = int64_t{5};
  const Result<std::optional<MemoryPlan>> once = planWithinBounds(bounded);
  ASSERT_TRUE(once.ok() && *once);
  EXPECT_EQ((*once)->peak, (*once)->bound);
  EXPECT_TRUE(bounded.sizes.empty() ? (*once)->peak == plan->peak : (*once)->peak > plan->peak);
  std::printf("  %s: %lld bytes, %lld with results in place of inputs, %lld without sharing\n", GetParam(),
              static_cast<long long>(plain->peak), static_cast<long long>(plan->peak),
              static_cast<long long>(plain->total));
}

INSTANTIATE_TEST_SUITE_P(Samples, MemoryOfModels,
                         testing::Values("mlp.py", "conv_net.py", "resnet18.py", "transformer.py", "choice.py"),
                         [](const auto& info) {
                           const std::string name = info.param;
                           return name.substr(0, name.find('.'));
                         });

constexpr const char* kBounded = R"(
@I.ir_module
class M:
    @T.prim_func
    def wide(x: T.handle, y: T.handle):
        n = T.int64()
        X = T.match_buffer(x, (n, 8), "int32")
        Y = T.match_buffer(y, (n, 16), "int32")
        for i, j in T.grid(n, 16):
            with T.block("Y"):
                vi, vj = T.axis.remap("SS", [i, j])
                Y[vi, vj] = X[vi, vj // 2] * 3 + T.Cast("int32", vj)

    @T.prim_func
    def narrow(x: T.handle, y: T.handle):
        n = T.int64()
        X = T.match_buffer(x, (n, 16), "int32")
        Y = T.match_buffer(y, (n, 8), "int32")
        for i, j in T.grid(n, 8):
            with T.block("Y"):
                vi, vj = T.axis.remap("SS", [i, j])
                Y[vi, vj] = X[vi, vj * 2] - X[vi, vj * 2 + 1]

    @R.function
    def main(x: R.Tensor(("n", 8), "int32")):
        n = T.int64()
        $ATTR
        a = R.call_tir(M.wide, (x,), R.Tensor((n, 16), "int32"))
        b = R.call_tir(M.narrow, (a,), R.Tensor((n, 8), "int32"))
        c = R.call_tir(M.wide, (b,), R.Tensor((n, 16), "int32"))
        d = R.call_tir(M.narrow, (c,), R.Tensor((n, 8), "int32"))
        return d
)";

Result<ModelProgram> boundedProgram(const std::string& attribute) {
  std::string text = kBounded;
  text.replace(text.find("$ATTR"), 5, attribute.empty() ? "y = x" : attribute);
  const SourceFile file = readProgram("model.py", text);
  for (const Diagnostic& d : file.diagnostics)
    if (d.severity == Diagnostic::Severity::Error) ADD_FAILURE() << render(d, file.source);
  const GraphChoice main = *graphNamed(file, "M.main");
  return modelProgramOf(modelOf(file, *main.graph), *main.function);
}

TEST(ModelBounds, TheWorkspaceIsPlannedOnce) {
  for (const bool attribute : {true, false}) {
    Result<ModelProgram> program =
        boundedProgram(attribute ? "R.func_attr({\"tir_var_upper_bound\": {\"n\": 10}})" : "");
    ASSERT_TRUE(program.ok()) << program.error().message;
    if (!attribute) ASSERT_TRUE(boundSizes(*program, {{"n", 10}}).ok());
    const Result<CompiledModel> model = CompiledModel::build(*program, {});
    ASSERT_TRUE(model.ok()) << model.error().message;
    ASSERT_TRUE(model->plan);
    EXPECT_EQ(model->plan->peak, 10 * 16 * 4 + 10 * 8 * 4);
    Result<RunnerProcess> child = RunnerProcess::start();
    ASSERT_TRUE(child.ok());
    for (const int64_t n : {1, 7, 10, 11}) {
      const std::vector<NDArray> inputs{randomArray(dtype::Int32, {n, 8}, {ValueRange::Kind::Between, -9, 9}, 1)};
      Result<ModelRun> run = ModelRun::load(*child, *model, inputs, 1, 0, {});
      ASSERT_EQ(run.ok(), n <= 10);
      if (!run) {
        EXPECT_EQ(run.error().message, "n is 11, but the memory of main is planned for 10 at most");
        continue;
      }
      EXPECT_EQ(run->plan().peak, model->plan->peak);
      ASSERT_TRUE(run->run().ok());
      const auto got = run->outputs(), expected = interpretModel(*program, inputs, {});
      ASSERT_TRUE(got.ok() && expected.ok());
      EXPECT_EQ((*got)[0].data, (*expected)[0].data);
    }
  }
}

TEST(ModelBounds, WithoutThemTheCallDecides) {
  Result<ModelProgram> program = boundedProgram("");
  ASSERT_TRUE(program.ok());
  const Result<CompiledModel> model = CompiledModel::build(*program, {});
  ASSERT_TRUE(model.ok());
  EXPECT_FALSE(model->plan);
  const Status unknown = boundSizes(*program, {{"m", 3}});
  ASSERT_FALSE(unknown.ok());
  EXPECT_EQ(unknown.error().message, "the parameters of main have no symbolic size named m");
  EXPECT_EQ(boundSizes(*program, {{"n", 0}}).error().message, "the upper bound of the size n is 0");
}

}  // namespace
}  // namespace lw
