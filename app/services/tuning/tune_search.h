// One search for the fastest schedule, on a thread of its own. Everything here is safe on any thread.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "app/models/support/stop.h"
#include "app/services/tuning/tune_machine.h"
#include "app/services/tuning/tune_space.h"
#include "backends/blas/kernels.h"
#include "backends/cpu/float_math.h"
#include "backends/cpu/foreign_code.h"
#include "backends/targets/targets.h"
#include "backends/tune/core_pool.h"
#include "core/tune/search/tuner.h"

namespace lw {

// What is searched and how; a copy of everything that the search needs from the document.
struct TuneSetup {
  std::shared_ptr<const SourceFile> source;
  Schedule start;                                     // the steps that stay
  std::string name;                                   // of the function
  int function = 0;                                   // of the program
  std::string space;                                  // a function of the file; empty: rules write it
  const TargetDescriptor* target = &defaultTarget();  // whose kernels are tuned
  TuneMachine machine = {};                           // that measures
  tune::Decisions pins;                               // decisions that every candidate keeps
  // Measured earlier, in the space with this key: they count if the space is still the same.
  std::vector<tune::Trial> known = {};
  std::string knownKey = {};
  std::map<std::string, int64_t> sizes = {};  // values of symbolic ones, in place of those in the text
  std::string records = {};                   // the database where results are kept; empty: nowhere
  bool resume = true;                         // what it has of this space counts as known, if nothing else is
  int trials = 64;                            // besides those
  double seconds = 0;
  uint64_t seed = 1;
  int threads = 1;  // of kernels of this machine's processor
  std::string strategy = "evolution", model = "learned";
  FloatMath math = {};
  CodeConsent allows = {};
  std::function<std::shared_ptr<void>()> turn = {};  // LocalRunnerOptions::turn
  std::shared_ptr<tune::CorePool> cores = {};        // LocalRunnerOptions::cores; search() chooses them
};

// The runner of a search, and how long the reference takes; 0: unknown.
struct MadeRunner {
  std::unique_ptr<tune::TrialRunner> runner;
  double referenceMs = 0;
  std::string reference = {};              // what results are compared with, as RunRecord::referenceKind
  std::string device = {};                 // that runs the candidates, as RunRecord::device
  std::optional<blas::Kernels> blas = {};  // that the reference calculates with
};
using MakeRunner = std::function<Result<MadeRunner>(const TuneSetup& setup, const Stop& stop)>;
Result<MadeRunner> targetRunner(const TuneSetup& setup, const Stop& stop);  // of the setup's target and machine
// What a run is asked for to measure on the setup's machine.
MeasureOptions measureOn(const TuneSetup& setup, const Stop& stop);

// Pauses and ends a search from another thread, whether or not it measures already.
class TuneControl {
 public:
  void pause(bool paused);
  void cancel();
  bool cancelled() const;
  void attach(tune::TrialRunner* runner);  // by the search
  void detach();                           // by the search, before its runners end

 private:
  mutable std::mutex mutex_;
  std::vector<tune::TrialRunner*> runners_;
  bool paused_ = false, cancelled_ = false;
};

// What a search found out before its first candidate.
struct TunePrepared {
  std::string key;  // of the space: candidates of spaces with the same key are comparable
  std::string spaceText;
  const TargetDescriptor* target = nullptr;  // of the candidates
  TuneMachine machine = {};                  // that measures them
  double referenceMs = 0;
  std::string reference = {}, device = {};
  std::optional<blas::Kernels> blas = {};                       // that the reference calculates with
  std::vector<tune::Trial> recorded = {};                       // earlier; they count as trials
  bool modelled() const { return target && target->emulated; }  // the times are those of a model of a device
};

struct TuneRefusals {
  std::vector<tune::CandidatePool::Refusals> reasons;
  int refused = 0, drawn = 0;
};

// Told on the thread of the search.
struct TuneEvents {
  std::function<void(const TunePrepared&)> prepared;
  std::function<void(const TuneRefusals&)> refused;
  std::function<void(const tune::Trial&, const std::vector<ChoiceText>&, const tune::TuneProgress&)> done;
  std::function<void(std::string_view)> phase;
};

struct TuneEnd {
  std::optional<Explanation> error;  // why it did not start or could not go on
  tune::TuneResult result;
  std::vector<double> referenceMs = {};  // taken in turns with the best candidates; empty: they were not compared
};
TuneEnd search(const TuneSetup& setup, TuneControl& control, const MakeRunner& make, const TuneEvents& events,
               const Stop& stop);

}  // namespace lw
