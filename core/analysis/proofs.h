// Who decides whether a step is legal: each question is put to the provers of its row, in this order, until one of them
// decides. What was decided, and by whom, is recorded with the step.
#pragma once

#include <optional>
#include <span>

#include "core/analysis/verdict.h"

namespace lw {

// In words, for a person: "the iterations of a loop may run in any order", "dependence analysis".
Message wordsOf(Question question);
Message wordsOf(Prover prover);
// What was asked, and who answered: "the order of executions may change: proved by dependence analysis".
Message wordsOf(const ProofRecord& proof);

// A question with the provers that are asked, cheapest first. In most rows a certain No ends the questions too; where
// it does not, a later prover may still find that the difference is overwritten before anybody reads it.
struct ProofRow {
  Question question;
  std::span<const Prover> provers;
  bool noIsFinal;
  bool canBeAssumed = true;       // false: a wrong yes accesses memory outside of a buffer
  bool signaturesFollow = false;  // who asks looks at signatures afterwards (core/schedule/support/loop_checks.h)
};
std::span<const ProofRow> proofTable();

// What a prover costs: `operations` limits one question, in operations of isl or visits of nodes; 0: it has no limit,
// because it always ends within a fraction of a millisecond.
struct ProverCost {
  Prover prover;
  unsigned long operations;
};
std::span<const ProverCost> proverCosts();

// Asks the provers of the question's row. `ask(prover, before)` returns the answer of one, or nullopt if it cannot
// decide; `before`: what those before it said. Without an answer the result is what the last one left open.
template <class Ask>
Verdict decide(Question question, const ProofBudget& budget, const Ask& ask) {
  if (budget.assumesYes()) return {};
  const ProofRow& row = proofTable()[static_cast<size_t>(question)];
  Verdict verdict;
  verdict.answer = Verdict::Answer::Unknown;
  for (const Prover prover : row.provers) {
    std::optional<Verdict> answer = ask(prover, std::as_const(verdict));
    if (!answer) continue;
    verdict = std::move(*answer);
    verdict.question = question;
    const bool certainNo = verdict.no() && !verdict.conservative;
    if (verdict.yes() || certainNo) budget.record({question, prover, verdict.answer});
    if (verdict.yes() || (certainNo && row.noIsFinal)) return verdict;
  }
  if (verdict.no() && !verdict.conservative) return verdict;
  if (budget.assumesUndecided() && row.canBeAssumed && !row.signaturesFollow) {
    budget.record({question, std::nullopt, Verdict::Answer::Yes});
    return {.question = question};
  }
  budget.record({question, std::nullopt, Verdict::Answer::Unknown});
  return verdict;
}

}  // namespace lw
