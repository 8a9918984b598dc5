// lw explain: prints why the first refused step is refused.
#include <iostream>
#include <sstream>
#include "core/support/json.h"

#include "app/lw/steps.h"
#include "app/shared/json/explanation_json.h"
#include "app/shared/repair_limits.h"
#include "core/analysis/proofs.h"
#include "core/trace/repair.h"

namespace lw {
namespace {

std::vector<std::string> callsOf(const Repair& repair) {
  std::vector<std::string> calls;
  std::istringstream lines(repair.text());
  for (std::string line; std::getline(lines, line);) calls.push_back(line);
  return calls;
}

// ---- who decided ----

struct DecidedStep {
  std::string call;
  std::vector<ProofRecord> proofs;
};

// The steps that were carried out and the refused one, without queries.
std::vector<DecidedStep> decidedSteps(const SteppedSchedule& steps) {
  std::vector<DecidedStep> all;
  const Schedule& schedule = steps.schedule;
  for (int i = 0; i < schedule.stepCount(); ++i)
    if (!schedule.step(i).primitive->query)
      all.push_back({callText(schedule.prefix(i), schedule.step(i)), schedule.proofs(i)});
  if (!steps.refused) return all;
  const ProofBudget budget = schedule.program().budget().recording();
  std::ignore = schedule.check(*steps.refused->primitive, steps.refused->args, budget);
  Instruction refused = *steps.refused;
  for (StepValue& value : refused.args)
    if (const auto* name = value.as<std::string>())
      if (const Result<LoopId> loop = schedule.loopNamed(*name)) value = *loop;
  all.push_back({callText(schedule, refused), budget.proofs()});
  return all;
}

// A step that is not decided is not known to be illegal.
void printProofs(const std::vector<DecidedStep>& steps) {
  bool open = false;
  for (const DecidedStep& step : steps) {
    std::cout << step.call << "\n";
    for (const ProofRecord& proof : step.proofs) {
      std::cout << "  " << wordsOf(proof).text() << "\n";
      open = open || proof.answer == ProofAnswer::Unknown;
    }
    if (step.proofs.empty()) std::cout << "  no proof was asked for\n";
  }
  if (open)
    std::cout << "a larger limit may decide what is open: --proof-limit 10; --assume takes the step, and compares the "
                 "programs before and after\n";
}

nlohmann::json toJson(const std::vector<DecidedStep>& steps) {
  nlohmann::json all = nlohmann::json::array();
  for (const DecidedStep& step : steps) {
    nlohmann::json proofs = nlohmann::json::array();
    for (const ProofRecord& proof : step.proofs) {
      nlohmann::json j{{"question", wordsOf(proof.question).text()},
                       {"answer", proof.assumed()                    ? "assumed"
                                  : proof.answer == ProofAnswer::Yes ? "yes"
                                  : proof.answer == ProofAnswer::No  ? "no"
                                                                     : "undecided"}};
      if (proof.prover) j["prover"] = wordsOf(*proof.prover).text();
      proofs.push_back(std::move(j));
    }
    all.push_back({{"step", step.call}, {"proofs", std::move(proofs)}});
  }
  return all;
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
    if (arguments.has("--proof")) j["steps"] = toJson(decidedSteps(steps));
    if (steps.error) {
      j["refused"] = explanationJson(*steps.error);
      for (const Repair& repair : steps.error->repairs) j["chains"].push_back(callsOf(repair));
    }
    std::cout << j.dump(2) << "\n";
    return kDone;
  }
  if (arguments.has("--proof")) printProofs(decidedSteps(steps));
  if (steps.error) {
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
  command.options.push_back({"--proof", "for each step, who decided that it is legal, or not", "", OptionSpec::kFlag});
  for (const OptionSpec& option : stepOptions()) command.options.push_back(option);
  return command;
}

}  // namespace lw
