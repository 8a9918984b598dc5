#include "app/services/runs/measuring_turns.h"

#include <chrono>

namespace lw {
namespace {

constexpr std::chrono::milliseconds kStopChecks{20};

}  // namespace

MeasuringTurns::Turn MeasuringTurns::ofRun(const Stop& stop) { return take(true, stop); }
MeasuringTurns::Turn MeasuringTurns::ofCandidate(const Stop& stop) { return take(false, stop); }

bool MeasuringTurns::runWaitsOrMeasures() const {
  const std::lock_guard lock(mutex_);
  return runs_ > 0;
}

MeasuringTurns::Turn MeasuringTurns::take(bool run, const Stop& stop) {
  std::unique_lock lock(mutex_);
  if (run) ++runs_;
  while (taken_ || (!run && runs_ > 0)) {
    if (stop && stop()) {
      if (run) --runs_;
      changed_.notify_all();
      return nullptr;
    }
    changed_.wait_for(lock, kStopChecks);
  }
  taken_ = true;
  return Turn(this, [run](void* turns) { static_cast<MeasuringTurns*>(turns)->end(run); });
}

void MeasuringTurns::end(bool run) {
  const std::lock_guard lock(mutex_);
  taken_ = false;
  if (run) --runs_;
  changed_.notify_all();
}

}  // namespace lw
