#include "app/services/tuning/tune_search.h"

#include <algorithm>

#include "app/services/tuning/search_cores.h"
#include "app/services/tuning/tune_records.h"
#include "backends/tune/core_pool.h"
#include "backends/tune/target_tuning.h"
#include "backends/tune/tuning_machine.h"
#include "core/text/print/program_hash.h"
#include "core/tune/pins.h"

namespace lw {
namespace {

// Tells the reasons of refusals whenever candidates were proposed.
class ToldStrategy : public tune::Strategy {
 public:
  ToldStrategy(std::unique_ptr<tune::Strategy> strategy, const TuneEvents& events)
      : strategy_(std::move(strategy)), events_(events) {}
  std::vector<tune::Proposal> propose(tune::CandidatePool& pool, const tune::CostModel& model,
                                      std::span<const tune::Trial> trials, int count, Random& random) override {
    std::vector<tune::Proposal> made = strategy_->propose(pool, model, trials, count, random);
    events_.refused({pool.refusals(), pool.refusedCount(), pool.drawnCount()});
    return made;
  }

 private:
  std::unique_ptr<tune::Strategy> strategy_;
  const TuneEvents& events_;
};

class ToldResults : public tune::TuneObserver {
 public:
  ToldResults(const TuneSetup& setup, TuneRecords* records, const TuneEvents& events)
      : setup_(setup), records_(records), events_(events) {}
  Status done(size_t, const tune::Trial& trial, const tune::TuneProgress& progress) override {
    const tune::Trial told = toldOf(trial);
    const Status kept = records_ ? records_->add(told) : success();
    events_.done(told, choiceTexts(trial), progress);
    return kept;
  }
  Status measuredAgain(size_t, const tune::Trial& trial) override {
    return records_ ? records_->add(toldOf(trial)) : success();
  }
  void phase(std::string_view name) override { events_.phase(name); }

 private:
  tune::Trial toldOf(tune::Trial trial) const {
    if (setup_.model == "off") trial.expectedMs = 0;  // it expects the same of all
    return trial;
  }

  const TuneSetup& setup_;
  TuneRecords* records_;  // null: results are kept nowhere
  const TuneEvents& events_;
};

std::string keyOf(const TuneSetup& setup, const tune::Space& space) {
  return hashOf(space.hash() + "\n" + setup.name + "\n" + std::string(setup.target->name) + "\n" + setup.machine.host +
                "\n" + setup.machine.device + "\n" + std::to_string(setup.threads) + "\n" + toText(setup.math));
}

}  // namespace

MeasureOptions measureOn(const TuneSetup& setup, const Stop& stop) {
  MeasureOptions measure;
  measure.target = setup.target->name;
  measure.host = setup.machine.host;
  measure.device = setup.machine.device;
  measure.threads = setup.threads;
  measure.inputs.bind = setup.sizes;
  measure.cpu.math = setup.math;
  measure.cpu.allows = setup.allows;
  measure.minMs = 1;
  measure.peaks = false;
  measure.cancelled = stop;
  return measure;
}

Result<MadeRunner> targetRunner(const TuneSetup& setup, const Stop& stop) {
  tune::LocalRunnerOptions options;
  options.measure = measureOn(setup, stop);
  options.turn = setup.turn;
  options.cores = setup.cores;
  const PrimFunc& original = setup.start.source().function(setup.function);
  Result<std::string> device = tune::measuringDevice(options.measure);
  if (!device) return std::move(device).error();
  Result<tune::StartedRunner> started = tune::startRunner(*setup.source, original, options);
  if (!started) return std::move(started).error();
  return MadeRunner{std::move(started->runner), started->referenceMs, std::move(started->reference), std::move(*device),
                    std::move(started->blas)};
}

void TuneControl::pause(bool paused) {
  const std::lock_guard lock(mutex_);
  paused_ = paused;
  for (tune::TrialRunner* runner : runners_) runner->pause(paused);
}

void TuneControl::cancel() {
  const std::lock_guard lock(mutex_);
  cancelled_ = true;
  for (tune::TrialRunner* runner : runners_) runner->cancel();
}

bool TuneControl::cancelled() const {
  const std::lock_guard lock(mutex_);
  return cancelled_;
}

void TuneControl::attach(tune::TrialRunner* runner) {
  const std::lock_guard lock(mutex_);
  runners_.push_back(runner);
  if (paused_) runner->pause(true);
  if (cancelled_) runner->cancel();
}

void TuneControl::detach() {
  const std::lock_guard lock(mutex_);
  runners_.clear();
}

TuneEnd search(const TuneSetup& asked, TuneControl& control, const MakeRunner& make, const TuneEvents& events,
               const Stop& stop) {
  TuneSetup setup = asked;
  const bool here = setup.target->onThisProcessor;
  setup.cores = tune::coresOfKernels(1, here ? setup.threads : 2);  // kernels of a device are measured from any core
  const Stop stopped = [&control, &stop] { return control.cancelled() || stop(); };
  const tune::Machine machine = tune::machineFor(*setup.target, setup.machine.device, setup.threads);  // of all cores
  const CoresOfSearch cores(*setup.cores);
  const Result<ChosenSpace> chosen =
      chooseSpace(setup.source, setup.space, setup.start, setup.function, machine, setup.sizes);
  if (!chosen) return {chosen.error(), {}};
  tune::Space space(chosen->file, chosen->function, setup.start);
  if (std::optional<Explanation> why = space.failure()) return {std::move(why), {}};
  TunePrepared prepared{
      .key = keyOf(setup, space), .spaceText = space.text(), .target = setup.target, .machine = setup.machine};
  Result<std::optional<TuneRecords>> records = TuneRecords::open(setup, space, stopped);
  if (!records) return {records.error(), {}};
  if (*records && setup.resume && prepared.key != setup.knownKey) {
    Result<std::vector<tune::Trial>> recorded = (*records)->known(space);
    if (!recorded) return {recorded.error(), {}};
    prepared.recorded = std::move(*recorded);
  }
  const std::vector<tune::Trial>& known = prepared.key == setup.knownKey ? setup.known : prepared.recorded;
  for (const tune::Decision& pin : setup.pins) space.pin(pin);
  Result<MadeRunner> made = make(setup, stopped);
  if (!made && stopped()) {
    TuneEnd end;
    end.result.end = tune::TuneResult::End::Stopped;
    return end;
  }
  if (!made) return {made.error(), {}};
  prepared.referenceMs = made->referenceMs;
  prepared.reference = made->reference;
  prepared.device = made->device;
  prepared.blas = made->blas;
  events.prepared(prepared);

  tune::TuneTask task{.name = setup.name, .space = std::move(space), .function = setup.function};
  for (const tune::Trial& trial : known)
    if (tune::keeps(trial, setup.pins)) task.known.push_back(trial);
  tune::TuneOptions options;
  options.trials = int(task.known.size()) + setup.trials;
  options.seconds = setup.seconds;
  options.seed = setup.seed;
  ToldStrategy strategy(tune::strategyNamed(setup.strategy), events);
  ToldResults observer(setup, *records ? &**records : nullptr, events);
  std::vector<tune::TuneTask> tasks;
  tasks.push_back(std::move(task));
  std::unique_ptr<tune::CostModel> model = tune::costModelNamed(setup.model);
  if (!model) model = tune::learnedModel();
  control.attach(made->runner.get());
  TuneEnd end;
  end.result = tune::tuneTasks(std::move(tasks), options, machine, strategy, *model, *made->runner, observer, stopped);
  control.detach();
  end.referenceMs = made->runner->referenceInTurns();
  end.error = end.result.error ? end.result.error : made->runner->failure();
  return end;
}

}  // namespace lw
