// Builds and measures candidates on this machine's processor: one thread compiles, another has them run by lw-runner,
// checks their results and times them. With one thread for the kernel, kernels run on a core of their own.
#pragma once

#include <memory>
#include <mutex>

#include "backends/measure/measure.h"
#include "core/tune/trial_runner.h"

namespace lw::tune {

struct LocalRunnerOptions {
  MeasureOptions measure;  // threads, inputs, math, memory, which reference; `repeat` samples of one candidate at most
  double sampleMs = 60;    // timing of one candidate ends after so long, but not before three samples
  double stopRatio = 2;    // a candidate that takes longer than this many times the best is not timed further
  // Held while a candidate runs, so that nobody else who takes it measures at the same time; null: nobody else does.
  std::shared_ptr<std::mutex> turn;
  double maxSeconds = 5;  // of one call; longer is an error. Ten times the best, where that is more
};

class LocalRunner : public TrialRunner {
 public:
  // Makes the inputs and the expected results; slow if the unscheduled program is the reference. Errors are those of a
  // run.
  static Result<std::unique_ptr<LocalRunner>> start(const SourceFile& file, const PrimFunc& original,
                                                    const LocalRunnerOptions& options);
  ~LocalRunner() override;

  void submit(TrialRequest request) override;
  std::optional<TrialResult> next() override;
  void cancel() override;
  void pause(bool paused) override;
  std::vector<TrialResult> inTurns(const std::vector<TrialRequest>& requests, int rounds) override;

  // The least time of the reference in a few evaluations; 0: it is not timed.
  double referenceMs() const;
  // Times of the reference that were taken in the turns of the last inTurns(), one per round; empty: it is not timed.
  const std::vector<double>& referenceInTurns() const;

 private:
  struct Impl;
  explicit LocalRunner(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// Leaves the last core of this machine to kernels: the calling thread, and those that it starts from now on, run on the
// others. Nothing happens if there is one core only.
void leaveLastCoreToKernels();

}  // namespace lw::tune
