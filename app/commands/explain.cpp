// lw explain: why the first refused step is refused.
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/steps.h"
#include "core/trace/repair.h"

namespace lw {
namespace {

nlohmann::json toJson(const Explanation& e) {
  nlohmann::json j{{"kind", e.kind}, {"message", e.message}, {"hint", e.hint}, {"repairs", e.repairs}, {"conservative", e.conservative}};
  const auto point = [](const Witness::Point& p) {
    nlohmann::json iteration = nlohmann::json::object();
    for (const auto& [loop, value] : p.iteration) iteration[loop] = value;
    return nlohmann::json{{"block", p.block}, {"iteration", iteration}};
  };
  if (e.witness)
    j["witness"] = {{"sentence", e.witness->sentence()}, {"dependence", e.witness->dependence}, {"element", e.witness->element},
                    {"first", point(e.witness->first)}, {"second", point(e.witness->second)}};
  return j;
}

std::vector<RepairChain> repairsOf(const SteppedSchedule& steps) {
  if (!steps.refused) return {};
  return findRepairs(steps.schedule, *steps.refused->primitive, steps.refused->args);
}

int run(const CommandLine& arguments) {
  const std::string& target = arguments.get("FILE");
  std::variant<Loaded, int> loaded = loadProgram(arguments, target);
  if (const int* code = std::get_if<int>(&loaded)) return *code;
  const SteppedSchedule steps = applySteps(arguments, std::get<Loaded>(loaded));
  const int count = steps.schedule.stepCount();
  if (arguments.json()) {
    nlohmann::json j{{"ok", true}, {"legal_steps", count}};
    if (steps.error) j["refused"] = toJson(*steps.error);
    for (const RepairChain& chain : repairsOf(steps)) j["chains"].push_back(chain.calls);
    std::cout << j.dump(2) << "\n";
  } else if (steps.error) {
    std::cout << render(*steps.error, steps.source ? &*steps.source : nullptr) << "\n";
    for (const RepairChain& chain : repairsOf(steps)) {
      std::cout << "these steps are legal:\n";
      for (const std::string& call : chain.calls) std::cout << "  " << call << "\n";
    }
  } else {
    std::cout << "no step is refused: all " << count << " were carried out\n";
  }
  return kDone;
}

}  // namespace

Command explainCommand() {
  Command command{"explain", "say why the first refused step is refused", {{"FILE", "FILE.py[:FUNC]", "", OptionSpec::kRequired}}, run};
  for (const OptionSpec& option : stepOptions()) command.options.push_back(option);
  return command;
}

}  // namespace lw
