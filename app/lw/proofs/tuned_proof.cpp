#include "app/lw/proofs/tuned_proof.h"

#include <limits>

#include "core/prove/prove.h"
#include "core/schedule/support/meaning.h"

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
    const ProofResult proof =
        proveEqual(meaningOf(source.function(tasks[i].function), program.intrinsics()),
                   meaningOf(program.function(tasks[i].function), program.intrinsics()),
                   {.operations = std::numeric_limits<unsigned long>::max() / 2, .seconds = kSeconds});
    task.proved = proof.answer == ProofResult::Answer::Equal;
  }
}

}  // namespace lw
