// Candidates for a GPU that need not be here: each is lowered and emulated, and the time is that of a model
// (backends/emulator/device_time.h), so that the same candidate always has the same time.
//
// What is checked: a program whose blocks take few steps is emulated as a whole; a finding or a result that differs is
// wrong. Of a longer one some blocks of each launch are emulated, with the same findings, and what they store is
// compared, unless that is a part of a sum of several blocks or depends on an earlier launch. A candidate that would be
// the best so far is then emulated as a whole, as far as EmulatorRunnerOptions::wholeSteps allows, and the best at the
// end, as far as `finalSteps` does. TrialResult::whole says whether that was done.
#pragma once

#include <functional>
#include <memory>

#include "backends/measure/measure.h"
#include "core/tune/search/trial_runner.h"

namespace lw::tune {

struct EmulatorRunnerOptions {
  MeasureOptions measure;            // device (a model), inputs, memory, which reference
  int64_t launchSteps = 2'000'000;   // of a launch that is emulated as a whole
  int64_t wholeSteps = 100'000'000;  // the same, of a candidate that would be the best so far
  int64_t finalSteps = 500'000'000;  // the same, of the best at the end
  // As LocalRunnerOptions::turn: emulating disturbs what others measure.
  std::function<std::shared_ptr<void>()> turn = {};
};

class EmulatorRunner : public TrialRunner {
 public:
  // Makes the inputs and the expected results; slow if the unscheduled program is the reference. Errors are those of a
  // run.
  static Result<std::unique_ptr<EmulatorRunner>> start(const SourceFile& file, const PrimFunc& original,
                                                       const EmulatorRunnerOptions& options);
  ~EmulatorRunner() override;

  void submit(TrialRequest request) override;
  std::optional<TrialResult> next() override;
  void cancel() override;
  void pause(bool paused) override;
  // The same times again: they do not vary. What was not emulated as a whole is so now, if `finalSteps` allows.
  std::vector<TrialResult> inTurns(const std::vector<TrialRequest>& requests, int rounds) override;

  const std::string& reference() const;  // what results are compared with, as Expected::kind

 private:
  struct Impl;
  explicit EmulatorRunner(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace lw::tune
