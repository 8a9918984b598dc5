// lw lower: prints a function after one of the stages of lowering, as TVMScript or as generated code; a model after one
// of the passes on graphs.
#include <algorithm>
#include <cstdio>
#include <iostream>
#include "core/support/json.h"

#include "app/lw/errors.h"
#include "app/lw/models/model_stages.h"
#include "app/lw/options/math_option.h"
#include "app/lw/steps.h"
#include "app/shared/stage_text.h"
#include "backends/targets/targets.h"

namespace lw {
namespace {

int listStages(const CommandLine& arguments, const std::vector<StageEntry>& stages) {
  nlohmann::json list = nlohmann::json::array();
  for (const StageEntry& stage : stages) {
    nlohmann::json entry{{"name", stage.name}, {"help", stage.help}};
    if (stage.changed) entry["changed"] = *stage.changed;
    list.push_back(std::move(entry));
    if (!arguments.json())
      std::printf("%c %-44s %s\n", stage.changed.value_or(true) ? '*' : ' ', stage.name.c_str(), stage.help.c_str());
  }
  if (arguments.json()) std::cout << nlohmann::json{{"ok", true}, {"stages", list}}.dump(2) << "\n";
  return kDone;
}

int show(const CommandLine& arguments, const std::string& stage, const std::string& text) {
  if (arguments.json())
    std::cout << nlohmann::json{{"ok", true}, {"stage", stage}, {"text", text}}.dump(2) << "\n";
  else
    std::cout << text << (text.ends_with('\n') ? "" : "\n");
  return kDone;
}

int run(const CommandLine& arguments) {
  const std::string& wanted = arguments.get("--stage");
  const TargetDescriptor* target = findTarget(arguments.get("--target"));
  if (!target)
    return fail(arguments, explain(err::kLowerTarget(arguments.get("--target")), say("known: {0}", targetNames(", "))),
                nullptr, kNoTarget);
  const Result<FloatMath> math = mathOf(arguments, *target);
  if (!math) return fail(arguments, math.error(), nullptr, kWrongUsage);
  if (const auto code = lowerModel(arguments)) return *code;
  for (const char* option : {"--params", "--bind"})
    if (arguments.has(option))
      return fail(arguments,
                  explain(err::kUsageKernel(option, splitTarget(arguments.get("FILE")).function), "leave it out"),
                  nullptr, kWrongUsage);
  std::variant<Loaded, int> loaded = load(arguments, arguments.get("FILE"));
  if (const int* code = std::get_if<int>(&loaded)) return *code;
  const SteppedSchedule stepped = applySteps(arguments, std::get<Loaded>(loaded));
  if (stepped.error) return failSteps(arguments, stepped);
  const PrimFunc& function = stepped.schedule.program().function(std::get<Loaded>(loaded).program.function.value_or(0));
  if (wanted == "list") return listStages(arguments, stageList(function, *target));
  CodeRequest request;
  request.device = arguments.get("--device");
  request.math = *math;
  if (arguments.has("--allow-c")) request.allows = [](const std::string&) { return true; };
  const PrintedStage stage = stageText(function, *target, wanted, request);
  if (stage.error)
    return fail(arguments, *stage.error, nullptr,
                stage.unknown        ? kWrongUsage
                : stage.lacksProgram ? kNoTarget
                                     : kInputAtFault);
  return show(arguments, wanted, stage.text);
}

// For example "`llvm`, `asm`".
std::string codeNames(bool ofKernels) {
  std::vector<std::string_view> names;
  for (const TargetDescriptor* target : allTargets())
    for (const CodeText* code : codeTextsOf(*target))
      if (code->ofKernels == ofKernels && std::find(names.begin(), names.end(), code->stage) == names.end())
        names.push_back(code->stage);
  std::string text;
  for (const std::string_view name : names) text += (text.empty() ? "`" : ", `") + std::string(name) + "`";
  return text;
}

}  // namespace

Command lowerCommand() {
  Command c{"lower",
            "the function or model after a stage of lowering",
            {{"FILE", "FILE[:FUNC]", "", OptionSpec::kRequired}},
            run};
  for (OptionSpec& option : stepOptions()) c.options.push_back(std::move(option));
  c.options.push_back({"--target", targetNames(), std::string(defaultTarget().name), OptionSpec::kValue});
  c.options.push_back({"--stage",
                       "a pass, `tir` (after the last pass), " + codeNames(false) + "; of GPUs " + codeNames(true) +
                           "; `list` names all",
                       "tir", OptionSpec::kValue});
  c.options.push_back({"--device", "architecture for `ptx`: sm_70 to sm_90", "", OptionSpec::kValue});
  c.options.push_back({"--params", "of a model: values of its parameters by name, which become constants: FILE.npz", "",
                       OptionSpec::kValue});
  c.options.push_back({"--bind", "of a model: value of a symbolic size: n=37; repeatable", "", OptionSpec::kRepeated});
  c.options.push_back(mathOption());
  c.options.push_back({"--allow-c", "compile the C code that the program contains", "", OptionSpec::kFlag});
  return c;
}

}  // namespace lw
