#include "app/lw/proofs/assumed_steps.h"

#include "app/lw/errors.h"
#include "app/lw/proofs/proof.h"
#include "core/analysis/proofs.h"
#include "core/schedule/support/meaning.h"
#include "core/trace/trace.h"

namespace lw {
namespace {

// Of the function that the step changed.
std::optional<Judgement> comparison(const Schedule& schedule, int step, const std::vector<TensorIntrin>& known,
                                    const ProofSettings& settings) {
  const Snapshot &before = schedule.programAfter(step - 1), &after = schedule.programAfter(step);
  for (int f = 0; f < after.functionCount(); ++f)
    if (!before.function(f).body.sameAs(after.function(f).body))
      return judge(meaningOf(before.function(f), known), meaningOf(after.function(f), known), settings,
                   {"the program before the step", "the one after it"});
  return std::nullopt;
}

Message wordsOf(const Judgement& judgement) {
  if (judgement.answer != Judgement::Answer::Equal)
    return say("no proof was found; runs on small inputs showed no difference");
  return judgement.sums.empty() ? say("proved equal for all inputs and sizes")
                                : say("proved equal up to the order of its sums");
}

}  // namespace

void checkAssumed(const std::vector<TensorIntrin>& known, SteppedSchedule& stepped) {
  const ProofSettings settings;
  const Schedule& schedule = stepped.schedule;
  for (int i = 0; i < schedule.stepCount(); ++i) {
    if (!schedule.step(i).assumed) continue;
    const std::string call = callText(schedule.prefix(i), schedule.step(i));
    for (const ProofRecord& proof : schedule.proofs(i))
      if (proof.assumed()) stepped.output.push_back(call + ": " + lw::wordsOf(proof).text());
    const std::optional<Judgement> judgement = comparison(schedule, i, known, settings);
    if (judgement && judgement->answer == Judgement::Answer::Different) {
      stepped.error = explain(err::kAssumedWrong(call, judgement->why->reason), "leave out --assume, or the step");
      return;
    }
    if (judgement) stepped.output.push_back(call + ": " + wordsOf(*judgement).text());
  }
}

}  // namespace lw
