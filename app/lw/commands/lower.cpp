// lw lower: a function after one of the stages of lowering, as TVMScript, LLVM IR or assembly.
#include <algorithm>
#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/lw/commands/math_option.h"
#include "app/lw/steps.h"
#include "backends/c/opencl.h"
#include "backends/cpu/cpu.h"
#include "backends/cuda/ptx.h"
#include "backends/cuda/sass.h"
#include "core/text/print/printer.h"
#include "passes/pipeline.h"

namespace lw {
namespace {

constexpr ErrorKind kNoPipeline{"lower.target", "there is no pipeline for target '{0}'"};
constexpr ErrorKind kNoStage{"lower.stage", "target {0} has no stage '{1}'"};

struct CodeStage {
  std::string_view name, help;
  bool CpuOptions::* wanted;
  std::string CpuModule::* text;
};
constexpr CodeStage kCode[] = {
    {"llvm", "LLVM IR as it is emitted.", &CpuOptions::llvmText, &CpuModule::llvmText},
    {"llvm-opt", "LLVM IR after optimisation.", &CpuOptions::optimisedText, &CpuModule::optimisedText},
    {"asm", "Assembly for this machine.", &CpuOptions::asmText, &CpuModule::asmText},
};

int listStages(const CommandLine& arguments, const std::vector<Stage>& stages, const std::string& target) {
  nlohmann::json list = nlohmann::json::array();
  const auto add = [&](std::string_view name, std::string_view help, std::optional<bool> changed) {
    nlohmann::json entry{{"name", name}, {"help", help}};
    if (changed) entry["changed"] = *changed;
    list.push_back(std::move(entry));
    if (!arguments.json())
      std::printf("%c %-44.*s %.*s\n", changed.value_or(true) ? '*' : ' ', static_cast<int>(name.size()), name.data(),
                  static_cast<int>(help.size()), help.data());
  };
  for (const Stage& stage : stages) add(stage.name, stage.help, stage.changed);
  add("tir", "The function after the last pass.", {});
  for (const CodeStage& code : kCode)
    if (target == "cpu") add(code.name, code.help, {});
  if (isGpuTarget(target))
    add("opencl", "The kernels in OpenCL C.", {}), add("ptx", "The kernels in PTX for --device.", {}),
        add("sass", "The kernels in machine code for --device, by NVIDIA's own programs.", {});
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

int showCode(const CommandLine& arguments, const CodeStage& code, const PrimFunc& lowered, const FloatMath& math) {
  CpuOptions options;
  options.math = math;
  options.*code.wanted = true;
  if (arguments.has("--allow-c")) options.allows = [](const std::string&) { return true; };
  const Result<CpuModule> module = compileForCpu(lowered, options);
  if (!module) return fail(arguments, module.error());
  return show(arguments, std::string(code.name), (*module).*code.text);
}

// What comes after the passes: the function must be right for a device.
int gpuCode(const CommandLine& arguments, const PrimFunc& scheduled, const std::string& target) {
  const std::string& wanted = arguments.get("--stage");
  const Result<GpuProgram> program = lowerForGpu(scheduled, defaultGpuDevice());
  if (!program) return fail(arguments, program.error());
  if (wanted == "tir") return show(arguments, wanted, print(program->lowered).text);
  if (wanted == "ptx") {
    const std::string& device = arguments.get("--device");
    const Result<PtxModule> module =
        compileForCuda(*program, device.empty() ? std::string(defaultGpuDevice().name) : device);
    return module ? show(arguments, wanted, module->text) : fail(arguments, module.error());
  }
  if (wanted == "sass") {
    const std::string device =
        arguments.get("--device").empty() ? std::string(defaultGpuDevice().name) : arguments.get("--device");
    const Result<PtxModule> module = compileForCuda(*program, device);
    if (!module) return fail(arguments, module.error());
    const Result<std::vector<SassLine>> lines = disassemble(*module, device);
    if (!lines)
      return fail(arguments, lines.error(), nullptr,
                  lines.error().kind.starts_with("cuda.no-") ? kNoTarget : kInputAtFault);
    std::string text;
    for (const SassLine& line : *lines) text += line.text + "\n";
    return show(arguments, wanted, text);
  }
  if (wanted != "opencl")
    return fail(arguments, explain(kNoStage, {target, wanted}, "`--stage list` shows them"), nullptr, kWrongUsage);
  const Result<OpenClSource> code = writeOpenCl(*program);
  return code ? show(arguments, wanted, code->text) : fail(arguments, code.error());
}

int run(const CommandLine& arguments) {
  const std::string &target = arguments.get("--target"), &wanted = arguments.get("--stage");
  if (!pipelineOf(target))
    return fail(arguments, explain(kNoPipeline, {target}, "known: cpu, cuda, opencl, gpu-emulator"), nullptr,
                kNoTarget);
  const Result<FloatMath> math = mathOf(arguments, target);
  if (!math) return fail(arguments, math.error(), nullptr, kWrongUsage);
  std::variant<Loaded, int> loaded = load(arguments, arguments.get("FILE"));
  if (const int* code = std::get_if<int>(&loaded)) return *code;
  const SteppedSchedule stepped = applySteps(arguments, std::get<Loaded>(loaded));
  if (stepped.error) return failSteps(arguments, stepped);
  const PrimFunc& function = stepped.schedule.program().function(std::get<Loaded>(loaded).program.function.value_or(0));
  const std::vector<Stage> stages = lowerAll(function, *pipelineOf(target));
  if (wanted == "list") return listStages(arguments, stages, target);
  if (isGpuTarget(target) &&
      std::none_of(stages.begin(), stages.end(), [&](const Stage& s) { return s.name == wanted; }))
    return gpuCode(arguments, function, target);
  if (wanted == "tir") return show(arguments, wanted, print(stages.back().function).text);
  for (const CodeStage& code : kCode)
    if (code.name == wanted) return showCode(arguments, code, stages.back().function, *math);
  const auto found = std::find_if(stages.begin(), stages.end(), [&](const Stage& s) { return s.name == wanted; });
  if (found == stages.end())
    return fail(arguments, explain(kNoStage, {target, wanted}, "`--stage list` shows them"), nullptr, kWrongUsage);
  return show(arguments, wanted, print(found->function).text);
}

}  // namespace

Command lowerCommand() {
  Command c{
      "lower", "the function after a stage of lowering", {{"FILE", "FILE[:FUNC]", "", OptionSpec::kRequired}}, run};
  for (OptionSpec& option : stepOptions()) c.options.push_back(std::move(option));
  c.options.push_back({"--target", "cpu, cuda, opencl or gpu-emulator", "cpu", OptionSpec::kValue});
  c.options.push_back({"--stage",
                       "a pass, `tir` (after the last pass), `llvm`, `llvm-opt`, `asm`; of GPUs `opencl`, `ptx`, "
                       "`sass`; `list` names all",
                       "tir", OptionSpec::kValue});
  c.options.push_back({"--device", "architecture for `ptx`: sm_70 to sm_90", "", OptionSpec::kValue});
  c.options.push_back(mathOption());
  c.options.push_back({"--allow-c", "compile the C code that the program brings along", "", OptionSpec::kFlag});
  return c;
}

}  // namespace lw
