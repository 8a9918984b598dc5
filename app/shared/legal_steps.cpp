#include "app/shared/legal_steps.h"

#include <algorithm>
#include <chrono>

#include "app/shared/errors.h"
#include "app/shared/repair_limits.h"
#include "core/analysis/proof_budget.h"
#include "core/support/text.h"
#include "core/trace/trace.h"

namespace lw {
namespace {

constexpr std::chrono::seconds kRepairTime{1}, kExactRepairTime{3};

}  // namespace

Result<Selection> selectionNamed(const Schedule& schedule, const std::string& name) {
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
  std::string blocks =
      join(program.blocks(schedule.currentFunction()), [&](const BlockId id) { return program.name(id); });
  return explain(err::kNothingThere(name), say("{0}; the blocks are {1}", loop.error().hint, blocks));
}

std::vector<LegalAnswer> legalSteps(const Schedule& schedule, const Selection& selection, bool exact,
                                    const std::function<bool()>& stop) {
  std::vector<LegalAnswer> answers;
  const Snapshot& program = schedule.program();
  for (const Primitive* primitive : allPrimitives()) {
    if (primitive->query) continue;
    std::optional<LegalAnswer> refusal;
    bool legal = false;
    for (const Candidate& candidate : primitive->candidates(program, selection)) {
      if (stop && stop()) return answers;
      LegalAnswer answer{primitive, candidate.args, callText(program, *primitive, candidate.args), std::nullopt};
      const ProofBudget budget = exact ? ProofBudget() : ProofBudget(kQuickOperations);
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

void addRepairs(const Schedule& schedule, std::vector<LegalAnswer>& answers, bool exact,
                const std::function<bool()>& stop) {
  const std::chrono::seconds time = exact ? kExactRepairTime : kRepairTime;
  const auto begin = std::chrono::steady_clock::now();
  RepairLimits limits = repairLimits();
  limits.tries = 60;
  limits.most = 1;
  limits.stop = [&] { return std::chrono::steady_clock::now() - begin > time || (stop && stop()); };
  for (const bool witnessed : {true, false})
    for (LegalAnswer& a : answers)
      if (a.why && a.why->witness.has_value() == witnessed)
        a.why = withRepairs(schedule, *a.primitive, a.args, *a.why, limits);
}

}  // namespace lw
