#include "app/services/models/model_plan.h"

#include <algorithm>
#include <cassert>

#include "app/models/text/translate_messages.h"
#include "app/services/models/lowered_nodes.h"
#include "core/text/print/graph_printer.h"
#include "passes/graph/graph_pipeline.h"

namespace lw {
namespace {

void addMemory(const graph::Function& function, ModelPlan& plan) {
  const Result<ModelProgram> program = modelProgramOf(*plan.last, function);
  if (!program) return;
  const Result<MemoryPlan> memory = planMemory(*program);
  if (!memory) return;  // a size is not known yet
  const std::vector<std::string> nodes = plan.nodes->nodesOfSteps(*plan.last, *program);
  for (const MemoryPlan::Place& place : memory->places) {
    const std::string &made = nodes[static_cast<size_t>(place.first)], &used = nodes[static_cast<size_t>(place.last)];
    if (!made.empty()) plan.figures.memory.push_back({made, used.empty() ? made : used, place.offset, place.bytes});
  }
}

void addModelStages(const graph::Model& model, const LoweredGraph& lowered, ModelPlan& plan) {
  std::string before = print(model).text;
  for (const GraphStage& stage : lowered.stages) {
    StageText text;
    text.name = stage.name;
    text.help = std::string(stage.pass->help);
    text.text = print(stage.model).text;
    text.changed = text.text != before;
    before = text.text;
    plan.stages.push_back(std::make_shared<const StageText>(std::move(text)));
  }
}

}  // namespace

bool same(const ModelState& a, const ModelState& b) {
  return a.target == b.target && a.math == b.math && a.fused == b.fused && a.drafts == b.drafts &&
         a.testData == b.testData &&
         std::equal(
             a.kernels.begin(), a.kernels.end(), b.kernels.begin(), b.kernels.end(),
             [](const auto& x, const auto& y) { return x.first == y.first && x.second.body.sameAs(y.second.body); });
}

ScheduleKernels putSchedules(const ModelState& state) {
  return [kernels = state.kernels](bool made, graph::Model& model) {
    for (PrimFunc& kernel : model.kernels.functions) {
      const auto found = kernels.find(kernel.name);
      if (made || found == kernels.end()) continue;
      kernel = found->second;
      kernel.attrs.insert_or_assign("tir.is_scheduled", AnnotationValue(true));
    }
    return success();
  };
}

FusionVerdict judgeFusion(const ChosenModel&, const ModelPlan& plan, const std::string& one, const std::string& other) {
  FusionVerdict verdict{one, other, false, {}};
  if (!plan.last) return verdict;
  verdict.already = plan.nodes->together(one, other);
  if (verdict.already) return verdict;
  const auto attempt = [&]() -> std::optional<Explanation> {
    const Result<graph::Model> joined = plan.nodes->joined(*plan.last, verdict.producer, verdict.consumer);
    return joined ? std::nullopt : std::optional(joined.error());
  };
  verdict.apart = attempt();
  if (!verdict.apart || verdict.apart->kind != "fuse.not-neighbours") return verdict;
  std::swap(verdict.producer, verdict.consumer);
  verdict.apart = attempt();
  return verdict;
}

Result<ModelInFile> boundModel(const ChosenModel& model, const ModelBinding& binding) {
  const std::optional<GraphChoice> choice = graphNamed(*model.source, model.name());
  assert(choice && "the outline is of this function");
  std::optional<BoundModel> bound;
  if (binding.path.empty())
    for (BoundModel& b : boundModels(*model.source))
      if (!bound && b.module == model.module && b.function == model.function) bound = std::move(b);
  return modelInFile(*model.source, *choice, bound, binding);
}

ModelPlan planOf(const ChosenModel& model, const ModelBinding& binding, const ModelState& state) {
  ModelPlan plan;
  Result<ModelInFile> found = boundModel(model, binding);
  if (!found) {
    plan.error = found.error();
    return plan;
  }
  plan.bound = found->bound;
  ModelOptions options;
  options.target = state.target;
  std::vector<GraphStage> stages;
  Result<graph::Model> last = modelToRun(*found, putSchedules(state), options, [&](const LoweredGraph& lowered) {
    addModelStages(found->model, lowered, plan);
    stages = lowered.stages;
  });
  if (!last) {
    plan.error = last.error();
    return plan;
  }
  auto nodes = std::make_shared<LoweredNodes>(model, stages, *last);
  if (Status s = nodes->fuse(state.fused, *last); !s) plan.error = s.error();
  nodes->number(plan.figures);
  plan.last = std::make_shared<const graph::Model>(std::move(*last));
  plan.nodes = std::move(nodes);
  addMemory(*plan.last->graph.find(model.function), plan);
  return plan;
}

}  // namespace lw
