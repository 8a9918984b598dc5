#include "app/lw/models/tune_kernels.h"

#include "app/lw/models/model_file.h"
#include "backends/interpreter/evaluate_kernel.h"
#include "core/graph/visit.h"
#include "passes/graph/graph_pipeline.h"

namespace lw {
namespace {

void countCalls(const graph::Node& node, std::map<std::string, double>& calls) {
  if (const auto* callee = node.as<graph::FunctionRef>()) ++calls[callee->name];
  forEachOperand(node, [&](const graph::Node& operand) { countCalls(operand, calls); });
}

}  // namespace

std::optional<std::variant<ModelKernels, int>> kernelsOfModel(const CommandLine& arguments) {
  using Answer = std::optional<std::variant<ModelKernels, int>>;
  std::optional<std::variant<ModelFile, int>> loaded = loadModel(arguments, {});
  if (!loaded) return std::nullopt;
  if (const int* code = std::get_if<int>(&*loaded)) return Answer(*code);
  ModelFile& model = std::get<ModelFile>(*loaded);
  SourceFile& file = model.file;
  const LoweredGraph lowered = lowerGraph(model.model, {.evaluate = evaluateKernel});
  if (lowered.error) return Answer(fail(arguments, *lowered.error, &file.source));
  const graph::Model& last = lowered.stages.back().model;
  std::map<std::string, double> calls;
  for (const graph::Function& f : last.graph.functions)
    forEachBinding(f.body, [&](const graph::Binding& binding) { countCalls(binding.value, calls); });
  file.otherFunctions.clear();  // the reference is the model's
  ModelKernels found;
  found.title = model.title;
  for (const PrimFunc& kernel : last.kernels.functions) {
    const auto count = calls.find(kernel.name);
    if (count == calls.end()) continue;
    Program program{kernel.name, Snapshot(kernel).withIntrinsics(file.intrinsics), 0};
    found.kernels.push_back({{file, std::move(program), kernel}, count->second});
  }
  return Answer(std::move(found));
}

}  // namespace lw
