#include "app/services/offers/next_steps.h"

#include "app/models/document/change_queue.h"
#include "app/models/document/document.h"
#include "app/models/program/selection_model.h"
#include "app/models/program/shown_program.h"
#include "app/models/runs/runs.h"
#include "app/models/runs/target_choice.h"
#include "app/models/text/number_text.h"
#include "app/models/text/translate_messages.h"
#include "app/services/offers/offers.h"
#include "app/services/runs/auto_measure.h"
#include "app/services/runs/measuring_turns.h"
#include "backends/cpu/foreign_code.h"
#include "backends/measure/measure.h"
#include "backends/target/target.h"
#include "backends/targets/targets.h"

namespace lw {
namespace {

constexpr int kPauseMs = 250;           // without a change, before the search begins
constexpr size_t kShown[] = {5, 2, 2};  // steps that help, that are neutral, and that cost
constexpr int kSamples = 5;
constexpr double kSeconds = 1, kTimeout = 20, kSampleMs = 2;

}  // namespace

NextSteps::NextSteps(Document& document, const ShownProgram& program, const SelectionModel& selection,
                     const Offers& offers, const TargetChoice& target, MeasuringTurns& turns, const Runs& runs,
                     AutoMeasure& autoMeasure, const JobRunner& userJobs, QObject* parent)
    : QObject(parent),
      document_(document),
      program_(program),
      selection_(selection),
      offers_(offers),
      target_(target),
      turns_(turns),
      autoMeasure_(autoMeasure),
      userJobs_(userJobs),
      caches_(cacheSizes()) {
  pause_.setSingleShot(true);
  pause_.setInterval(kPauseMs);
  connect(&pause_, &QTimer::timeout, this, &NextSteps::estimate);
  connect(&selection_, &SelectionModel::changed, this, &NextSteps::forget);
  connect(&document_, &Document::replaced, this, &NextSteps::forget);
  connect(document_.changes(), &ChangeQueue::changeRequested, this, &NextSteps::forget);
  // Also if the search ended on the former state, while the step was computed.
  connect(&program_, &ShownProgram::stateChosen, this, &NextSteps::forget);
  connect(&offers_, &Offers::changed, &pause_, qOverload<>(&QTimer::start));
  connect(&runs, &Runs::progressed, this, [this](const QString& phase) {
    if (phase.isEmpty() || !measuring()) return;
    endTrial();
    Q_EMIT changed();
  });
}

void NextSteps::forget() {
  jobs_.drop(Channel::Advice);
  if (measuring()) endTrial();
  times_.clear();
  const Selection& nodes = selection_.current().nodes;
  if (!document_.hasProgram() || (nodes.loops.empty() && nodes.blocks.empty())) found_.clear();
  stale_ = !found_.empty();  // the old rows remain until the new ones are ready
  // Also where no new offers follow, as after a step that is refused.
  if (stale_) pause_.start();
  Q_EMIT changed();
}

void NextSteps::estimate() {
  if (!document_.hasProgram() || !program_.hasViews() || measuring() || !times_.empty()) return;
  if (!offers_.known() || !document_.changes()->empty()) return pause_.start();
  const LinkedSelection& selection = selection_.current();
  if (selection.nodes.loops.empty() && selection.nodes.blocks.empty()) return;
  jobs_.run<std::vector<StepOutlook>>(
      Channel::Advice,
      [schedule = document_.schedule(), function = document_.shownFunction(), offers = offers_.all(),
       loop = selection.loop(), caches = caches_](const Stop& stop) {
        std::vector<StepOutlook> found = outlooksOf(schedule, function, offers, loop, caches, stop);
        size_t shown[std::size(kShown)] = {};
        std::erase_if(found, [&](const StepOutlook& step) {
          const auto effect = size_t(effectOf(step));
          return ++shown[effect] > kShown[effect];
        });
        return found;
      },
      [this](std::vector<StepOutlook> found) {
        found_ = std::move(found);
        stale_ = false;
        Q_EMIT changed();
      });
}

std::function<NextSteps::Timing(const Stop&)> NextSteps::timingJob(const Schedule& state) const {
  const int function = document_.shownFunction();
  return [source = document_.session()->workspace().source, original = state.source().function(function),
          scheduled = state.program().function(function), target = target_.name().toStdString(), math = target_.math(),
          turns = &turns_](const Stop& stop) {
    Timing timing;
    if (!foreignCode(scheduled).empty()) {
      timing.failure = tr("the program contains code of its own");
      return timing;
    }
    MeasureOptions options;
    options.target = target;
    options.cpu.math = math;
    options.cancelled = stop;
    options.repeat = kSamples;
    options.maxSeconds = kSeconds;
    options.timeoutSeconds = kTimeout;
    options.minMs = kSampleMs;
    options.baseline = options.peaks = false;
    const MeasuringTurns::Turn turn = turns->ofRun(stop);
    const Result<Measurement> measured = lw::measure(*source, original, scheduled, options);
    if (!measured) {
      timing.failure = reasonWords(measured.error());
      return timing;
    }
    const bool wrong = measured->checked && !measured->ok;
    if (measured->emulated && !wrong) {
      timing.failure = tr("the time of an emulator says nothing about a GPU");
      return timing;
    }
    return Timing{measured->time.median, measured->time.medianLow, measured->time.medianHigh, wrong, {}};
  };
}

void NextSteps::measure() {
  if (found_.empty() || stale_ || measuring() || userJobs_.busy(Channel::Run)) return;
  std::vector<std::pair<QString, std::function<Timing(const Stop&)>>> trials{
      {QString(), timingJob(document_.schedule())}};
  for (const StepOutlook& step : found_) trials.emplace_back(QString::fromStdString(step.call), timingJob(step.made));
  times_.clear();
  jobs_.drop(Channel::Advice);
  measuring_ = true;
  timesStates_ = autoMeasure_.on();
  if (timesStates_) autoMeasure_.setOn(false);
  jobs_.runTelling<bool>(
      Channel::Measure,
      [this, trials](const Stop& stop, const JobRunner::Tell& tell) {
        for (const auto& [call, job] : trials) {
          if (stop()) break;
          const Timing timing = job(stop);
          if (stop()) break;
          tell([this, call = call, timing] {
            times_.insert_or_assign(call, timing);
            Q_EMIT changed();
          });
        }
        return true;
      },
      [this](bool) {
        endTrial();
        Q_EMIT changed();
      });
  Q_EMIT changed();
}

void NextSteps::endTrial() {
  measuring_ = false;
  jobs_.drop(Channel::Measure);
  if (std::exchange(timesStates_, false)) autoMeasure_.setOn(true);
}

// If the intervals overlap, the difference is not significant.
QString NextSteps::timeText(const Timing& timing) const {
  if (!timing.failure.isEmpty()) return tr("Not timed: %1").arg(timing.failure);
  QString time = timeOf(timing.ms);
  if (timing.wrong) return tr("✗ the result is wrong (%1)").arg(time);
  const auto now = times_.find(QString());
  if (now == times_.end() || now->second.ms <= 0 || now->second.wrong || timing.ms <= 0) return time;
  if (timing.low <= now->second.high && now->second.low <= timing.high)
    return tr("%1, indistinguishable from now").arg(time);
  const double ratio = now->second.ms / timing.ms;
  return (ratio >= 1 ? tr("%1, %2× faster than now") : tr("%1, %2× slower than now"))
      .arg(time)
      .arg(ratio >= 1 ? ratio : 1 / ratio, 0, 'f', 2);
}

std::vector<NextStep> NextSteps::rows() const {
  std::vector<NextStep> rows;
  for (const StepOutlook& step : found_) {
    NextStep row;
    row.call = QString::fromStdString(step.call);
    row.words = outlookText(step);
    row.reason = outlookReason(step);
    row.figures = outlookFigures(step);
    row.effect = effectOf(step);
    if (const auto run = times_.find(row.call); run != times_.end())
      row.time = timeText(run->second), row.wrong = run->second.wrong;
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace lw
