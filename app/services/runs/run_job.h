// Jobs that build, check and time a state in a child process; shared by Runs and AutoMeasure.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "app/models/runs/values_model.h"
#include "app/models/support/stop.h"
#include "backends/measure/estimate.h"
#include "core/session/session.h"

namespace lw {

class CodeApproval;
class Document;
class MeasuringTurns;
class RunRecords;
class TargetChoice;
struct EmulatorReport;

struct RunLimits {
  int samples = 10;
  double seconds = 10, timeoutSeconds = 120;
  bool keepValues = false;
  std::optional<std::pair<std::string, int64_t>> size = {};  // of a sweep: the size and its value
};
// Of the runs that the user starts.
struct RunSettings {
  int samples = 10;
  int threads = 0;  // 0: all cores; also of runs in the background, whose times are compared with these
  int timeoutSeconds = 120;
};
struct RunDone {
  RunRecord record;
  bool cancelled = false;
  bool late = false;   // it did not end within the time limit
  ShownValues values;  // with RunLimits::keepValues
  QString emulated;    // the findings of the GPU emulator, in one line
  std::shared_ptr<const EmulatorReport> report;
};
using RunProgress = std::function<void(const std::string& phase, double fraction)>;
using RunJob = std::function<RunDone(const Stop&, const RunProgress&)>;  // safe on any thread

using EstimateJob = std::function<std::optional<RunEstimate>(const Stop&)>;

class RunJobs {
 public:
  using Measure = std::function<Result<Measurement>(const SourceFile& source, const PrimFunc& original,
                                                    const PrimFunc& scheduled, const MeasureOptions& options)>;

  RunJobs(const Document& document, const RunRecords& records, const TargetChoice& target, const CodeApproval& approval,
          MeasuringTurns& turns);
  // The shown function in this state, on the chosen target.
  RunJob of(int node, const RunLimits& limits) const;
  MeasuringTurns& turns() const { return turns_; }
  const RunSettings& settings() const { return settings_; }
  void setSettings(const RunSettings& settings) { settings_ = settings; }
  RunLimits requested() const;  // of a run that the user starts
  // The time of the same, from parts of its loops; nothing where it cannot be estimated.
  EstimateJob estimateOf(int node) const;
  // The time limit in seconds of a run that starts without a request by the user.
  double quickTimeout() const { return quickTimeout_; }
  void setQuickTimeout(double seconds) { quickTimeout_ = seconds; }
  void setMeasure(Measure measure) { measure_ = std::move(measure); }  // replaces the one of backends/measure
  using Estimate = std::function<Result<RunEstimate>(const SourceFile& source, const PrimFunc& original,
                                                     const PrimFunc& scheduled, const MeasureOptions& options)>;
  void setEstimate(Estimate estimate) { estimate_ = std::move(estimate); }  // the same

 private:
  const Document& document_;
  const RunRecords& records_;
  const TargetChoice& target_;
  const CodeApproval& approval_;
  MeasuringTurns& turns_;
  Measure measure_;
  RunSettings settings_;
  Estimate estimate_;
  double quickTimeout_ = 20;
};

}  // namespace lw
