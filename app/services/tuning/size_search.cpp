#include "app/services/tuning/size_search.h"

#include <QStringList>
#include <algorithm>

#include "app/services/tuning/search_cores.h"
#include "app/services/tuning/tune_records.h"
#include "backends/tune/size_times.h"
#include "backends/tune/tuning_machine.h"
#include "core/tune/pins.h"

namespace lw {
namespace {

class SizeSearch : public tune::TuneObserver {
 public:
  SizeSearch(const SizeSetup& asked, TuneControl& control, const MakeRunner& make, const SizeEvents& events,
             const Stop& stop)
      : asked_(asked),
        control_(control),
        make_(make),
        events_(events),
        stopped_([&control, &stop] { return control.cancelled() || stop(); }),
        setup_(asked.tune) {
    setup_.cores = tune::coresOfKernels(1, setup_.target->onThisProcessor ? setup_.threads : 2);
    machine_ = tune::machineFor(*setup_.target, setup_.machine.device, setup_.threads);  // of all cores
  }
  ~SizeSearch() override { control_.detach(); }

  SizeEnd run() {
    const CoresOfSearch cores(*setup_.cores);
    for (const int64_t value : asked_.values) {
      if (stopped_()) return {.error = {}, .stopped = true, .diagram = {}};
      events_.preparing(value);
      if (Status s = prepare(value); !s && !stopped_()) return {.error = s.error(), .stopped = false, .diagram = {}};
    }
    if (stopped_()) return {.error = {}, .stopped = true, .diagram = {}};
    const tune::TuneResult result = searchAll();
    if (result.error) return {.error = result.error, .stopped = false, .diagram = {}};
    if (stopped_()) return {.error = {}, .stopped = true, .diagram = {}};
    events_.comparing();
    return compared(result);
  }

  Status done(size_t task, const tune::Trial& trial, const tune::TuneProgress& progress) override {
    const Status kept = records_[task] ? records_[task]->add(trial) : success();
    events_.done(asked_.values[task], progress);
    return kept;
  }

 private:
  // The space, what is known of it, and the runner of a value.
  Status prepare(int64_t value) {
    setup_.sizes.insert_or_assign(asked_.size, value);
    const Result<ChosenSpace> chosen =
        chooseSpace(setup_.source, setup_.space, setup_.start, setup_.function, machine_, setup_.sizes);
    if (!chosen) return chosen.error();
    tune::Space space(chosen->file, chosen->function, setup_.start);
    if (std::optional<Explanation> why = space.failure()) return std::move(*why);
    Result<std::optional<TuneRecords>> records = TuneRecords::open(setup_, space, stopped_);
    if (!records) return records.error();
    tune::TuneTask task{.name = setup_.name, .space = std::move(space), .function = setup_.function};
    if (*records && setup_.resume) {
      Result<std::vector<tune::Trial>> known = (*records)->known(task.space);
      if (!known) return known.error();
      for (const tune::Trial& trial : *known)
        if (tune::keeps(trial, setup_.pins)) task.known.push_back(trial);
    }
    for (const tune::Decision& pin : setup_.pins) task.space.pin(pin);
    Result<std::unique_ptr<tune::TrialRunner>> runner = start(value);
    if (!runner) return runner.error();
    runners_.push_back(std::move(*runner));
    task.runner = runners_.back().get();
    records_.push_back(std::move(*records));
    tasks_.push_back(std::move(task));
    return success();
  }

  Result<std::unique_ptr<tune::TrialRunner>> start(int64_t value) {
    TuneSetup at = setup_;
    at.sizes.insert_or_assign(asked_.size, value);
    Result<MadeRunner> made = make_(at, stopped_);
    if (!made) return made.error();
    control_.attach(made->runner.get());
    return std::move(made->runner);
  }

  tune::TuneResult searchAll() {
    tune::TuneOptions options;
    options.trials = setup_.trials;
    for (const tune::TuneTask& task : tasks_) options.trials += static_cast<int>(task.known.size());
    options.seconds = setup_.seconds;
    options.seed = setup_.seed;
    const std::unique_ptr<tune::Strategy> strategy = tune::strategyNamed(setup_.strategy);
    std::unique_ptr<tune::CostModel> model = tune::costModelNamed(setup_.model);
    if (!model) model = tune::learnedModel();
    return tune::tuneTasks(tasks_, options, machine_, *strategy, *model, *runners_.front(), *this, stopped_);
  }

  SizeEnd compared(const tune::TuneResult& result) {
    tune::SizeTimer timer(asked_.size, asked_.values, [this](int64_t value) { return start(value); });
    for (size_t i = 0; i < asked_.values.size(); ++i) timer.add(asked_.values[i], runners_[i].get());
    const Result<tune::SizeChoice> choice = tune::chooseBySize(tasks_, result, timer, stopped_);
    SizeEnd end;
    if (stopped_())
      end.stopped = true;
    else if (!choice)
      end.error = choice.error();
    else
      end.diagram = diagramOf(*choice, result);
    control_.detach();  // before the timer ends its runners
    return end;
  }

  SizeSchedule scheduleOf(const tune::SizeChoice& choice, size_t candidate, const tune::TuneResult& result) const {
    SizeSchedule schedule;
    schedule.foundAt = asked_.values[choice.foundAt[candidate]];
    schedule.trace = toJson(traceOf(choice.candidates[candidate]));
    const tune::TuneResult::Task& task = result.tasks[choice.foundAt[candidate]];
    QStringList decisions;
    for (const ChoiceText& d : choiceTexts(task.trials[static_cast<size_t>(task.best)]))
      decisions << QString::fromStdString(d.name) + QLatin1Char(' ') + QString::fromStdString(d.text);
    schedule.decisions = decisions.join(QStringLiteral(", "));
    for (const TimeSummary& t : choice.times[candidate])
      schedule.times.push_back(t.count > 0 ? SizeTime{t.median, t.medianLow, t.medianHigh} : SizeTime());
    return schedule;
  }

  // Those that run come first, in the order of their sizes.
  SizeDiagram diagramOf(const tune::SizeChoice& choice, const tune::TuneResult& result) const {
    SizeDiagram diagram{QString::fromStdString(asked_.size), asked_.values, {}, {}, {}};
    std::vector<size_t> order = choice.candidateOf;
    for (size_t c = 0; c < choice.candidates.size(); ++c) order.push_back(c);
    std::vector<size_t> rowOf(choice.candidates.size(), order.size());
    for (const size_t c : order) {
      if (rowOf[c] < diagram.schedules.size()) continue;
      rowOf[c] = diagram.schedules.size();
      diagram.schedules.push_back(scheduleOf(choice, c, result));
    }
    for (const size_t c : choice.chosen) diagram.chosen.push_back(rowOf[c]);
    for (size_t v = 0; v < choice.versions.versions.size(); ++v)
      diagram.ranges.push_back({rowOf[choice.candidateOf[v]], choice.versions.versions[v].most});
    return diagram;
  }

  const SizeSetup& asked_;
  TuneControl& control_;
  const MakeRunner& make_;
  const SizeEvents& events_;
  const Stop stopped_;
  TuneSetup setup_;
  tune::Machine machine_;
  std::vector<tune::TuneTask> tasks_;
  std::vector<std::unique_ptr<tune::TrialRunner>> runners_;
  std::vector<std::optional<TuneRecords>> records_;
};

}  // namespace

SizeEnd searchSizes(const SizeSetup& asked, TuneControl& control, const MakeRunner& make, const SizeEvents& events,
                    const Stop& stop) {
  return SizeSearch(asked, control, make, events, stop).run();
}

}  // namespace lw
