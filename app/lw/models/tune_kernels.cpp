#include "app/lw/models/tune_kernels.h"

#include "core/graph/visit.h"
#include "core/text/graph/read_model.h"
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
  const FileAndFunction name = splitTarget(arguments.get("FILE"));
  Result<std::string> text = readFile(name.file);
  if (!text) return std::nullopt;
  SourceFile file = readProgram(name.file, std::move(*text));
  const std::optional<GraphChoice> choice = graphNamed(file, name.function);
  if (!choice) return std::nullopt;
  if (file.hasErrors()) return Answer(fail(arguments, file));
  graph::Model whole = modelOf(file, *choice->graph);
  for (graph::Function& f : whole.graph.functions)
    if (f.name == choice->function->name) f.privateFunction = false;  // it is called from outside
  const LoweredGraph lowered = lowerGraph(whole);
  if (lowered.error) return Answer(fail(arguments, *lowered.error, &file.source));
  const graph::Model& last = lowered.stages.back().model;
  std::map<std::string, double> calls;
  for (const graph::Function& f : last.graph.functions)
    forEachBinding(f.body, [&](const graph::Binding& binding) { countCalls(binding.value, calls); });
  file.otherFunctions.clear();  // the reference is the model's
  ModelKernels found;
  found.title = (choice->graph->module.empty() ? "" : choice->graph->module + ".") + choice->function->name;
  for (const PrimFunc& kernel : last.kernels.functions) {
    const auto count = calls.find(kernel.name);
    if (count == calls.end()) continue;
    Program program{kernel.name, Snapshot(kernel).withIntrinsics(file.intrinsics), 0};
    found.kernels.push_back({{file, std::move(program), kernel}, count->second});
  }
  return Answer(std::move(found));
}

}  // namespace lw
