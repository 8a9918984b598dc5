// Candidates for a device of another machine (MeasureOptions::host), each sent there by ssh in a package, checked and
// timed by its lw-runner. For the processor of other machines there are queues (backends/queue).
#pragma once

#include <memory>

#include "backends/measure/measure.h"
#include "core/text/tir/parser.h"
#include "core/tune/search/trial_runner.h"

namespace lw::tune {

class HostRunner : public TrialRunner {
 public:
  // Fails if the machine cannot be reached, or has no such device.
  static Result<std::unique_ptr<HostRunner>> start(const SourceFile& file, const PrimFunc& original,
                                                   const MeasureOptions& options);
  ~HostRunner() override;

  void submit(TrialRequest request) override;
  std::optional<TrialResult> next() override;
  void cancel() override;
  void pause(bool paused) override;
  std::vector<TrialResult> inTurns(const std::vector<TrialRequest>& requests, int rounds) override;

 private:
  struct Impl;
  explicit HostRunner(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// The name of the device there, which times are recorded under.
Result<std::string> deviceNameAt(const MeasureOptions& options);

}  // namespace lw::tune
