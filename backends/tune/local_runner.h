// Builds and measures candidates on this machine, on its processor or a device that has a driver here: one thread
// compiles, others have them run by lw-runner, check their results and time them. With one thread for the kernel, each
// kernel of the processor runs on a core of its own.
#pragma once

#include <functional>
#include <memory>

#include "backends/measure/measure.h"
#include "backends/tune/core_pool.h"
#include "core/tune/search/trial_runner.h"

namespace lw::tune {

struct LocalRunnerOptions {
  // Target and device, threads, inputs, math, memory, which reference; `repeat` samples of one candidate at most.
  MeasureOptions measure;
  double sampleMs = 60;   // timing of one candidate ends after so long, but not before three samples
  double stopRatio = 2;   // a candidate that takes longer than this many times the best is not timed further
  double partMs = 200;    // a call that takes longer is timed on a part of its parallel loops
  double maxSeconds = 5;  // of one call; longer is an error. Ten times the best, where that is more
  // Waits until this process may measure; what it returns is kept until the measurement ends. None: at any time.
  std::function<std::shared_ptr<void>()> turn = {};
  // Where kernels run; as many candidates are measured at a time as it has cores. Several runners may share it. None:
  // one at a time, on the last core.
  std::shared_ptr<CorePool> cores = {};
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

  const std::string& reference() const;  // what results are compared with, as Expected::kind
  // The least time of the reference in a few evaluations; 0: it is not timed.
  double referenceMs() const;
  std::vector<double> referenceInTurns() const override;
  const std::optional<SumErrors>& sums() const;      // of the program, as Expected::sums
  const std::optional<blas::Kernels>& blas() const;  // that the reference calculates with, as Expected::blas

 private:
  struct Impl;
  explicit LocalRunner(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace lw::tune
