// Candidates for a device of another machine (MeasureOptions::host), each sent there by ssh in a package, checked and
// timed by its lw-runner. Random inputs are made there, and of large results only some elements are compared at first;
// all are for the best candidates, which are measured again in turns. For the processor of other machines there are
// queues (backends/queue).
#pragma once

#include <memory>

#include "backends/measure/measure.h"
#include "backends/tune/core_pool.h"
#include "core/text/tir/parser.h"
#include "core/tune/search/trial_runner.h"

namespace lw::tune {

class HostRunner : public TrialRunner {
 public:
  // Makes the expected results; slow if the unscheduled program is the reference. Fails if the machine cannot be
  // reached, or has no such device. `cores`: several runners that share it measure one candidate at a time together.
  static Result<std::unique_ptr<HostRunner>> start(const SourceFile& file, const PrimFunc& original,
                                                   const MeasureOptions& options,
                                                   std::shared_ptr<CorePool> cores = nullptr);
  ~HostRunner() override;

  void submit(TrialRequest request) override;
  std::optional<TrialResult> next() override;
  void cancel() override;
  void pause(bool paused) override;
  std::vector<TrialResult> inTurns(const std::vector<TrialRequest>& requests, int rounds) override;
  std::optional<Explanation> failure() const override;  // the machine cannot be reached any more

 private:
  struct Impl;
  explicit HostRunner(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// The name of the device there, which times are recorded under.
Result<std::string> deviceNameAt(const MeasureOptions& options);

}  // namespace lw::tune
