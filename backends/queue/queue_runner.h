// Builds candidates here and has workers of a queue run, check and time them: `lw tune --queue`. All times are of one
// class of workers.
#pragma once

#include <functional>
#include <memory>

#include "backends/queue/worker_class.h"
#include "backends/tune/trial_build.h"

namespace lw::tune {

struct QueueRunnerOptions {
  QueueAddress address;
  WorkerClass workers;     // whose processor or device candidates are compiled for
  MeasureOptions measure;  // inputs, math, which reference; `repeat` samples of one candidate at most
  double sampleMs = 60;    // these three as in BenchOptions
  double stopRatio = 2;
  double maxSeconds = 5;
  double patienceSeconds = 120;  // a lost connection, or a queue that stays full, ends the search after so long
  double idleSeconds = 5;        // that no worker takes a trial is a notice after so long
  std::function<void(const Explanation& why)> notice = {};  // of what is tried again; called on another thread
  std::function<bool()> stop = {};                          // asked on another thread; true is like cancel()
};

class QueueRunner : public TrialRunner {
 public:
  // Connects, makes the inputs and the expected results. Errors are those of a run and of the connection.
  static Result<std::unique_ptr<QueueRunner>> start(const SourceFile& file, const PrimFunc& original,
                                                    const QueueRunnerOptions& options);
  ~QueueRunner() override;

  void submit(TrialRequest request) override;
  std::optional<TrialResult> next() override;
  void cancel() override;
  void pause(bool paused) override;
  std::vector<TrialResult> inTurns(const std::vector<TrialRequest>& requests, int rounds) override;

  void submitBuilt(BuiltTrial trial);                   // one that was built elsewhere
  std::optional<Explanation> failure() const override;  // the server is gone, or takes no trials

 private:
  struct Impl;
  explicit QueueRunner(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace lw::tune
