// lw apply: applies steps and prints the scheduled function.
#include <iostream>
#include "core/support/json.h"

#include "app/lw/steps.h"
#include "app/shared/script_text.h"
#include "core/trace/trace.h"

namespace lw {
namespace {

nlohmann::json stepsJson(const Schedule& schedule) {
  nlohmann::json list = nlohmann::json::array();
  for (const Instruction& step : schedule.instructions()) {
    nlohmann::json outputs = nlohmann::json::array();
    for (const StepValue& output : step.outputs) outputs.push_back(toText(output));
    list.push_back({{"primitive", step.primitive->name}, {"outputs", outputs}});
  }
  return list;
}

int run(const CommandLine& arguments) {
  const std::string& target = arguments.get("FILE");
  std::variant<Loaded, int> loaded = loadProgram(arguments, target);
  if (const int* code = std::get_if<int>(&loaded)) return *code;
  const SteppedSchedule steps = applySteps(arguments, std::get<Loaded>(loaded));
  if (steps.error) return failSteps(arguments, steps);
  const Dialect dialect = arguments.get("--dialect") == "tvm" ? Dialect::Tvm : Dialect::Classic;
  // The named function; or the whole class, if the class was named or if steps also changed another function of it.
  const auto& [name, snapshot, function] = std::get<Loaded>(loaded).program;
  const std::string& named = std::get<Loaded>(loaded).name;
  const std::string text =
      scriptText(steps.schedule.program(), steps.schedule.source(), function, !named.empty() && named != name, dialect);
  Trace trace = traceOf(steps.schedule);
  trace.groups = steps.groups;
  const auto write = [&](const char* option, const std::string& what) {
    return arguments.has(option) ? writeFile(arguments.get(option), what) : success();
  };
  for (const Status& status : {write("-o", text), write("--trace-json", toJson(trace, dialect)),
                               write("--trace-py", toPython(trace, dialect))})
    if (!status) return fail(arguments, status.error());
  if (arguments.json()) {
    std::cout << nlohmann::json{{"ok", true},
                                {"program", text},
                                {"steps", stepsJson(steps.schedule)},
                                {"trace", nlohmann::json::parse(toJson(trace, dialect))},
                                {"output", steps.output}}
                     .dump(2)
              << "\n";
    return kDone;
  }
  if (!arguments.has("-o")) std::cout << text;
  return kDone;
}

}  // namespace

Command applyCommand() {
  Command command{"apply",
                  "carry out steps and print the scheduled function",
                  {{"FILE", "FILE.py[:FUNC]", "", OptionSpec::kRequired}},
                  run};
  for (const OptionSpec& option : stepOptions()) command.options.push_back(option);
  command.options.push_back({"-o", "write the program there instead of to stdout", "", OptionSpec::kValue});
  command.options.push_back({"--trace-json", "write the trace there as JSON", "", OptionSpec::kValue});
  command.options.push_back({"--trace-py", "write the trace there as Python", "", OptionSpec::kValue});
  command.options.push_back({"--dialect", "classic or tvm", "classic", OptionSpec::kValue});
  return command;
}

}  // namespace lw
