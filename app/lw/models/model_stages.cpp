#include "app/lw/models/model_stages.h"

#include <algorithm>
#include <iostream>
#include "core/support/json.h"

#include "app/lw/errors.h"
#include "app/lw/files/python_files.h"
#include "app/lw/models/model_file.h"
#include "backends/interpreter/evaluate_kernel.h"
#include "core/text/graph/read_model.h"
#include "core/text/print/graph_printer.h"
#include "passes/graph/graph_pipeline.h"
#include "passes/graph/in_place.h"
#include "passes/graph/plan_memory.h"

namespace lw {
namespace {

struct ShownStage {
  std::string name, help, text;
  bool changed = false;
  const GraphPass* pass;
};

std::vector<ShownStage> shownStages(const graph::Model& model, const LoweredGraph& lowered) {
  std::vector<ShownStage> shown;
  std::string before = print(model).text;
  for (const GraphStage& stage : lowered.stages) {
    std::string text = print(stage.model).text;
    shown.push_back({stage.name, std::string(stage.pass->help), text, text != before, stage.pass});
    before = std::move(text);
  }
  return shown;
}

int listStages(const CommandLine& arguments, const std::vector<ShownStage>& stages) {
  nlohmann::json list = nlohmann::json::array();
  for (const ShownStage& stage : stages) {
    list.push_back({{"name", stage.name}, {"help", stage.help}, {"changed", stage.changed}});
    if (!arguments.json())
      std::printf("%c %-44s %s\n", stage.changed ? '*' : ' ', stage.name.c_str(), stage.help.c_str());
  }
  if (arguments.json()) std::cout << nlohmann::json{{"ok", true}, {"stages", list}}.dump(2) << "\n";
  return kDone;
}

int showStage(const CommandLine& arguments, const std::string& name, const std::string& text,
              const std::vector<GraphNote>& notes) {
  if (arguments.json()) {
    nlohmann::json said = nlohmann::json::array();
    for (const GraphNote& note : notes) said.push_back({{"about", note.about}, {"text", note.words.text()}});
    std::cout << nlohmann::json{{"ok", true}, {"stage", name}, {"text", text}, {"notes", said}}.dump(2) << "\n";
  } else {
    for (const GraphNote& note : notes) std::cout << "# " << note.about << ": " << note.words.text() << "\n";
    std::cout << text;
  }
  return kDone;
}

constexpr std::string_view kMemoryStage = "plan_memory";
constexpr std::string_view kMemoryHelp = "The calls, and where their buffers are: sides of an `if` share memory.";

// The calls of the model after the last pass, with the results that are written into inputs, and their workspace.
int showMemory(const CommandLine& arguments, const SourceFile& file, const graph::Model& model,
               const std::string& function) {
  const Result<ModelProgram> program = modelProgramOf(model, *model.graph.find(function));
  if (!program) return fail(arguments, program.error(), &file.source);
  const InPlaceProgram made = withBuffersInPlace(*program);
  std::string text = toText(made.program);
  Result<std::optional<MemoryPlan>> plan = planWithinBounds(made.program);
  if (!plan) return fail(arguments, plan.error(), &file.source);
  text += *plan ? toText(**plan, made.program) : "the sizes of a call decide where its buffers are\n";
  return showStage(arguments, std::string(kMemoryStage), text, notesOf(made.decisions));
}

}  // namespace

std::optional<int> lowerModel(const CommandLine& arguments) {
  const std::variant<OpenedFile, int> opened = openFile(arguments, arguments.get("FILE"));
  if (const int* code = std::get_if<int>(&opened)) return *code;
  const OpenedFile& target = std::get<OpenedFile>(opened);
  const SourceFile& file = target.file;
  if (file.graphs.empty()) return std::nullopt;
  // Of kernels outside of classes, none named, the caller takes the only one.
  const std::optional<GraphChoice> choice = graphNamed(file, target.function);
  if (!choice || (target.function.empty() && !file.functions.empty() && !choice->graph->module.empty()))
    return std::nullopt;
  if (file.hasErrors()) return fail(arguments, file);
  graph::Model model = modelOf(file, *choice->graph);
  if (arguments.has("--params") || arguments.has("--bind")) {
    std::optional<std::variant<ModelFile, int>> loaded = loadModel(arguments, {});
    if (!loaded) return std::nullopt;
    if (const int* code = std::get_if<int>(&*loaded)) return *code;
    model = std::move(std::get<ModelFile>(*loaded).model);
  }
  const LoweredGraph lowered = lowerGraph(model, {.evaluate = evaluateKernel});
  const std::vector<ShownStage> stages = shownStages(model, lowered);
  const std::string& wanted = arguments.get("--stage");
  const bool last = wanted == "tir" && !lowered.error;
  const auto stage =
      last ? stages.end() - 1
           : std::find_if(stages.begin(), stages.end(), [&](const ShownStage& s) { return s.name == wanted; });
  if (wanted == "list" && !lowered.error) {
    std::vector<ShownStage> all = stages;
    all.push_back({std::string(kMemoryStage), std::string(kMemoryHelp), "", true, nullptr});
    return listStages(arguments, all);
  }
  if (wanted == kMemoryStage && !lowered.error)
    return showMemory(arguments, file, lowered.stages.back().model, choice->function->name);
  if (stage == stages.end()) {
    if (lowered.error) return fail(arguments, *lowered.error, &file.source);
    return fail(arguments, explain(err::kLowerModelStage(wanted), "`--stage list` shows them"), nullptr, kWrongUsage);
  }
  const auto index = static_cast<size_t>(stage - stages.begin());
  const graph::Model& before = index == 0 ? model : lowered.stages[index - 1].model;
  std::vector<GraphNote> notes;
  if (stage->pass->notes) notes = stage->pass->notes(before, {});
  return showStage(arguments, stage->name, stage->text, notes);
}

}  // namespace lw
