#include "core/tune/search/simulated_runner.h"

#include <cmath>

#include "core/tune/errors.h"

namespace lw::tune {

SimulatedRunner::SimulatedRunner(const std::vector<Trial>& recorded) {
  for (const Trial& t : recorded) recorded_.insert_or_assign(toJson(t.decisions), t);
}

TrialResult SimulatedRunner::resultOf(const TrialRequest& request) const {
  if (model_) {
    const double ms = model_(request);
    if (std::isfinite(ms)) return {request.number, Outcome::Measured, {}, {ms}, 0};
    return {request.number, Outcome::Crashed, err::kTuneNotRecorded(request.decisions), {}, 0};
  }
  const auto found = recorded_.find(request.decisions);
  if (found == recorded_.end())
    return {request.number, Outcome::BuildFailed, err::kTuneNotRecorded(request.decisions), {}, 0};
  const Trial& t = found->second;
  return {request.number, t.outcome, t.why, t.ms, t.compileMs};
}

std::optional<TrialResult> SimulatedRunner::next() {
  if (waiting_.empty()) return std::nullopt;
  TrialResult result = resultOf(waiting_.front());
  waiting_.pop_front();
  return result;
}

std::vector<TrialResult> SimulatedRunner::inTurns(const std::vector<TrialRequest>& requests, int) {
  std::vector<TrialResult> results;
  for (const TrialRequest& r : requests) results.push_back(resultOf(r));
  return results;
}

}  // namespace lw::tune
