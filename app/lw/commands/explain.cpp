// lw explain: prints why the first refused step is refused.
#include <iostream>
#include <sstream>
#include "core/support/json.h"

#include "app/lw/steps.h"
#include "app/shared/repair_limits.h"
#include "core/trace/repair.h"

namespace lw {
namespace {

nlohmann::json toJson(const Explanation& e) {
  nlohmann::json j{{"kind", e.kind}, {"message", e.message}, {"hint", e.hint}, {"conservative", e.conservative}};
  addRepairs(j, e.repairs);
  const auto point = [](const Witness::Point& p) {
    nlohmann::json iteration = nlohmann::json::object();
    for (const auto& [loop, value] : p.iteration) iteration[loop] = value;
    return nlohmann::json{{"block", p.block}, {"iteration", iteration}};
  };
  if (e.witness)
    j["witness"] = {{"sentence", e.witness->sentence()},
                    {"dependence", e.witness->dependence},
                    {"element", e.witness->element},
                    {"first", point(e.witness->first)},
                    {"second", point(e.witness->second)}};
  return j;
}

std::vector<std::string> callsOf(const Repair& repair) {
  std::vector<std::string> calls;
  std::istringstream lines(repair.text());
  for (std::string line; std::getline(lines, line);) calls.push_back(line);
  return calls;
}

int run(const CommandLine& arguments) {
  const std::string& target = arguments.get("FILE");
  std::variant<Loaded, int> loaded = loadProgram(arguments, target);
  if (const int* code = std::get_if<int>(&loaded)) return *code;
  SteppedSchedule steps = applySteps(arguments, std::get<Loaded>(loaded));
  if (steps.error && steps.refused)
    steps.error =
        withRepairs(steps.schedule, *steps.refused->primitive, steps.refused->args, *steps.error, repairLimits());
  const int count = steps.schedule.stepCount();
  if (arguments.json()) {
    nlohmann::json j{{"ok", true}, {"legal_steps", count}};
    if (steps.error) {
      j["refused"] = toJson(*steps.error);
      for (const Repair& repair : steps.error->repairs) j["chains"].push_back(callsOf(repair));
    }
    std::cout << j.dump(2) << "\n";
  } else if (steps.error) {
    Explanation reason = *steps.error;
    reason.repairs.clear();  // printed step by step below
    std::cout << render(reason, steps.source ? &*steps.source : nullptr) << "\n";
    for (const Repair& repair : steps.error->repairs) {
      std::cout << "these steps are legal" << (repair.warning.empty() ? "" : " (" + repair.warning.text() + ")")
                << ":\n";
      for (const std::string& call : callsOf(repair)) std::cout << "  " << call << "\n";
    }
  } else {
    std::cout << "no step is refused: all " << count << " were carried out\n";
  }
  return kDone;
}

}  // namespace

Command explainCommand() {
  Command command{"explain",
                  "say why the first refused step is refused",
                  {{"FILE", "FILE.py[:FUNC]", "", OptionSpec::kRequired}},
                  run};
  for (const OptionSpec& option : stepOptions()) command.options.push_back(option);
  return command;
}

}  // namespace lw
