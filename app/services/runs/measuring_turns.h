// Whose turn it is to measure on this machine's processor: one at a time, so that measurements do not disturb each
// other. Runs come before the candidates of a search, which waits while a run measures. Safe on any thread.
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>

#include "app/models/support/stop.h"

namespace lw {

class MeasuringTurns {
 public:
  using Turn = std::shared_ptr<void>;  // ends with its last copy
  // Waits for the turn. After `stop`, the result is empty.
  Turn ofRun(const Stop& stop);
  Turn ofCandidate(const Stop& stop);
  bool runWaitsOrMeasures() const;

 private:
  Turn take(bool run, const Stop& stop);
  void end(bool run);

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  bool taken_ = false;
  int runs_ = 0;  // that wait or measure
};

}  // namespace lw
