// lw legal: the legal steps at a loop or block, and why the others are refused.
#include <algorithm>
#include <iostream>
#include "core/support/json.h"

#include "app/lw/steps.h"
#include "app/shared/json/explanation_json.h"

namespace lw {
namespace {

void printText(const std::string& name, const std::vector<LegalAnswer>& answers) {
  std::cout << "legal at " << name << ":\n";
  for (const LegalAnswer& a : answers)
    if (!a.why && !a.undecided)
      std::cout << "  " << a.step << (a.conservative ? "   (decided from the block's signature)" : "") << "\n";
  if (std::any_of(answers.begin(), answers.end(), [](const LegalAnswer& a) { return a.undecided; }))
    std::cout << "not decided yet (--exact decides; so does applying them):\n";
  for (const LegalAnswer& a : answers)
    if (a.undecided) std::cout << "  " << a.step << "\n";
  std::cout << "not legal:\n";
  for (const LegalAnswer& a : answers) {
    if (!a.why) continue;
    std::cout << "  " << a.step << "\n      " << a.why->message << "\n";
    if (a.why->witness) std::cout << "      " << a.why->witness->sentence() << "\n";
    if (!a.why->hint.empty()) std::cout << "      " << a.why->hint << "\n";
    for (const Repair& repair : a.why->repairs) std::cout << "      would help: " << toText(repair) << "\n";
  }
}

int run(const CommandLine& arguments) {
  const std::string& target = arguments.get("FILE");
  std::variant<Loaded, int> loaded = loadProgram(arguments, target);
  if (const int* code = std::get_if<int>(&loaded)) return *code;
  const SteppedSchedule steps = applySteps(arguments, std::get<Loaded>(loaded));
  if (steps.error) return failSteps(arguments, steps);
  const std::string& name = arguments.get("--at");
  const Result<Selection> selection = selectionNamed(steps.schedule, name);
  if (!selection) return fail(arguments, selection.error());
  const bool exact = arguments.has("--exact");
  std::vector<LegalAnswer> answers = legalSteps(steps.schedule, *selection, exact);
  addRepairs(steps.schedule, answers, exact);
  if (!arguments.json()) {
    printText(name, answers);
    return kDone;
  }
  std::cout << nlohmann::json{{"ok", true}, {"at", name}, {"steps", legalJson(answers)}}.dump(2) << "\n";
  return kDone;
}

}  // namespace

Command legalCommand() {
  Command command{"legal",
                  "list the steps that are legal at a loop or block, and why the others are not",
                  {{"FILE", "FILE.py[:FUNC]", "", OptionSpec::kRequired}},
                  run};
  for (const OptionSpec& option : stepOptions()) command.options.push_back(option);
  command.options.push_back(
      {"--at", "a loop (\"i\", or \"C.i\": the loop i above block C) or a block", "", OptionSpec::kRequired});
  command.options.push_back(
      {"--exact", "decide each step as applying it does, which may take minutes", "", OptionSpec::kFlag});
  return command;
}

}  // namespace lw
