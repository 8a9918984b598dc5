// Who builds, runs, checks and times the candidates of a search: this machine (backends/tune), workers of a queue, or a
// list of recorded times.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/ir/stmt.h"
#include "core/tune/trial.h"

namespace lw::tune {

struct TrialRequest {
  int number = 0;
  PrimFunc scheduled;
  std::string decisions;  // toJson(), by which recorded times are found
  double bestMs = 0;      // of the best candidate so far; 0: there is none. One that is clearly slower is stopped early
};

struct TrialResult {
  int number = 0;
  Outcome outcome = Outcome::Measured;
  std::optional<Explanation> why;  // unless it was measured
  std::vector<double> ms;          // of one call, one per sample
  double compileMs = 0;
  bool whole = true;  // as Trial::whole
};

class TrialRunner {
 public:
  virtual ~TrialRunner() = default;
  virtual void submit(TrialRequest request) = 0;
  // Blocks until a submitted candidate is done. Results come in any order, each exactly once; nothing: none is under
  // way, or `cancel` was called.
  virtual std::optional<TrialResult> next() = 0;
  virtual void cancel() = 0;                         // from any thread: ends what runs
  virtual void pause(bool paused) { (void)paused; }  // from any thread: begins to measure no further candidate
  // Measures right candidates again, `rounds` times each and in turns, after nothing is under way any more; compares
  // more of their results than before, where that was a part.
  virtual std::vector<TrialResult> inTurns(const std::vector<TrialRequest>& requests, int rounds) = 0;
  // Times of what results are compared with, in ms, taken in the turns of the last inTurns(); empty: it is not timed.
  virtual std::vector<double> referenceInTurns() const { return {}; }
  // Why no further results come: a machine or server is gone. What was measured is right.
  virtual std::optional<Explanation> failure() const { return std::nullopt; }
};

}  // namespace lw::tune
