// lw legal: the legal steps at a loop or block, and why the others are refused. There may be hundreds, so each check
// has a small budget; checks that exceed it are reported as undecided, unless --exact is given.
#include <algorithm>
#include <chrono>
#include <iostream>
#include <limits>
#include <nlohmann/json.hpp>

#include "app/lw/errors.h"
#include "app/lw/steps.h"
#include "app/shared/repair_limits.h"
#include "core/analysis/proof_budget.h"
#include "core/trace/trace.h"

namespace lw {
namespace {

constexpr std::chrono::seconds kRepairTime{1}, kExactRepairTime{3};

struct Answer {
  const Primitive* primitive;
  Arguments args;
  std::string step;                // in readable form
  std::optional<Explanation> why;  // the reason if it is refused
  bool conservative = false;       // legality was proved from the signatures of the blocks
  bool undecided = false;          // the check exceeded its budget
};

// The selection that a name refers to: a loop ("i" or "C.i"), or a block.
Result<Selection> selectionOf(const Schedule& schedule, const std::string& name) {
  const Snapshot& program = schedule.program();
  Selection selection;
  selection.blocks = program.blocksNamed(name, schedule.currentFunction());
  if (!selection.blocks.empty()) return selection;
  Result<LoopId> loop = schedule.loopNamed(name);
  if (loop) {
    selection.loops = {*loop};
    return selection;
  }
  if (loop.error().loops.size() > 1) return loop.error();  // ambiguous
  std::string blocks;
  for (const BlockId id : program.blocks(schedule.currentFunction()))
    blocks += (blocks.empty() ? "" : ", ") + program.name(id);
  return explain(err::kNothingThere(name), say("{0}; the blocks are {1}", loop.error().hint, blocks));
}

// The offers of each primitive; only the first of those that are refused.
std::vector<Answer> answersAt(const Schedule& schedule, const Selection& selection, unsigned long operations) {
  std::vector<Answer> answers;
  const Snapshot& program = schedule.program();
  for (const Primitive* primitive : allPrimitives()) {
    if (primitive->query) continue;
    std::optional<Answer> refusal;
    bool legal = false;
    for (const Candidate& candidate : primitive->candidates(program, selection)) {
      Answer answer{primitive, candidate.args, callText(program, *primitive, candidate.args), std::nullopt};
      const ProofBudget budget(operations);
      const Result<Checked> checked = primitive->check(program.withBudget(budget), candidate.args);
      if (budget.exhausted()) {
        answer.undecided = true;
        answers.push_back(std::move(answer));
        continue;
      }
      if (checked) {
        legal = true;
        answer.conservative = checked->conservative;
        answers.push_back(std::move(answer));
        continue;
      }
      answer.why = checked.error();
      if (!refusal) refusal = std::move(answer);
    }
    if (!legal && refusal) answers.push_back(std::move(*refusal));
  }
  return answers;
}

// Searches for steps that make refused steps legal, within the time. Refusals with two iterations as witness come
// first, because users most often want to work around these.
void seekRepairs(const Schedule& schedule, std::vector<Answer>& answers, std::chrono::seconds time) {
  const auto begin = std::chrono::steady_clock::now();
  RepairLimits limits = repairLimits();
  limits.tries = 60;
  limits.most = 1;
  limits.stop = [&] { return std::chrono::steady_clock::now() - begin > time; };
  for (const bool witnessed : {true, false})
    for (Answer& a : answers)
      if (a.why && a.why->witness.has_value() == witnessed)
        a.why = withRepairs(schedule, *a.primitive, a.args, *a.why, limits);
}

void printText(const std::string& name, const std::vector<Answer>& answers) {
  std::cout << "legal at " << name << ":\n";
  for (const Answer& a : answers)
    if (!a.why && !a.undecided)
      std::cout << "  " << a.step << (a.conservative ? "   (decided from the block's signature)" : "") << "\n";
  if (std::any_of(answers.begin(), answers.end(), [](const Answer& a) { return a.undecided; }))
    std::cout << "not decided yet (--exact decides; so does applying them):\n";
  for (const Answer& a : answers)
    if (a.undecided) std::cout << "  " << a.step << "\n";
  std::cout << "not legal:\n";
  for (const Answer& a : answers) {
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
  const Result<Selection> selection = selectionOf(steps.schedule, name);
  if (!selection) return fail(arguments, selection.error());
  const bool exact = arguments.has("--exact");
  std::vector<Answer> answers =
      answersAt(steps.schedule, *selection, exact ? std::numeric_limits<unsigned long>::max() : kQuickOperations);
  seekRepairs(steps.schedule, answers, exact ? kExactRepairTime : kRepairTime);
  if (!arguments.json()) {
    printText(name, answers);
    return kDone;
  }
  nlohmann::json list = nlohmann::json::array();
  for (const Answer& a : answers) {
    nlohmann::json j{{"primitive", a.primitive->name}, {"step", a.step}, {"legal", !a.why.has_value()}};
    if (a.undecided) j["legal"] = nullptr, j["undecided"] = true;
    if (a.conservative) j["conservative"] = true;
    if (a.why) {
      j["kind"] = a.why->kind;
      j["why"] = a.why->message;
      if (a.why->witness) j["witness"] = a.why->witness->sentence();
      if (!a.why->hint.empty()) j["hint"] = a.why->hint;
      if (!a.why->repairs.empty()) addRepairs(j, a.why->repairs);
    }
    list.push_back(std::move(j));
  }
  std::cout << nlohmann::json{{"ok", true}, {"at", name}, {"steps", list}}.dump(2) << "\n";
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
  command.options.push_back({"--exact", "decide every step, however long it takes", "", OptionSpec::kFlag});
  return command;
}

}  // namespace lw
