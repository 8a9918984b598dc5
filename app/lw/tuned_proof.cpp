#include "app/lw/tuned_proof.h"

#include <limits>

#include "core/ir/intrin_meaning.h"
#include "core/prove/prove.h"
#include "core/schedule/support/dot_intrinsics.h"

namespace lw {

void proveBest(const std::vector<tune::TuneTask>& tasks, tune::TuneResult& result) {
  constexpr int kSeconds = 1;
  for (size_t i = 0; i < tasks.size(); ++i) {
    tune::TuneResult::Task& task = result.tasks[i];
    if (task.best < 0) continue;
    const auto made = tasks[i].space.candidate(task.trials[static_cast<size_t>(task.best)].decisions, 0);
    const auto* best = std::get_if<tune::Candidate>(&made);
    if (!best) continue;
    const Snapshot &source = best->schedule.source(), &program = best->schedule.program();
    const std::vector<TensorIntrin> known = withDotIntrinsics(program.intrinsics());
    const ProofResult proof = proveEqual(
        asDescribed(source.function(tasks[i].function), known), asDescribed(program.function(tasks[i].function), known),
        {.operations = std::numeric_limits<unsigned long>::max() / 2, .seconds = kSeconds});
    task.proved = proof.answer == ProofResult::Answer::Equal;
  }
}

}  // namespace lw
