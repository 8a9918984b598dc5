#include "app/services/next_steps.h"

#include "backends/cpu/foreign_code.h"
#include "backends/measure/measure.h"
#include "backends/target/target.h"
#include "backends/targets/targets.h"
#include "views/trace/trace_model.h"
#include "views/translation/translate_messages.h"

namespace lw {
namespace {

constexpr int kPauseMs = 250;  // without a change, before the work begins
constexpr size_t kShown = 8;
constexpr int kSamples = 5;
constexpr double kSeconds = 1, kTimeout = 20, kSampleMs = 2;

}  // namespace

NextSteps::NextSteps(Workbench* workbench, InspectorView* inspector, QObject* parent)
    : QObject(parent), workbench_(workbench), inspector_(inspector), caches_(cacheSizes()) {
  pause_.setSingleShot(true);
  pause_.setInterval(kPauseMs);
  connect(&pause_, &QTimer::timeout, this, &NextSteps::estimate);
  connect(workbench_, &Workbench::selectionChanged, this, &NextSteps::forget);
  connect(workbench_, &Workbench::changeAsked, this, &NextSteps::forget);
  connect(workbench_, &Workbench::offersChanged, &pause_, qOverload<>(&QTimer::start));
  connect(workbench_, &Workbench::runProgress, this, [this](const QString& phase) {
    if (!phase.isEmpty() && measuring()) endTrial();
  });
}

void NextSteps::forget() {
  worker_.cancel(Worker::kAdvice);
  if (measuring()) endTrial();
  times_.clear();
  const LinkedSelection& selection = workbench_->selection();
  if (!workbench_->hasProgram() || (selection.nodes.loops.empty() && selection.nodes.blocks.empty())) found_.clear();
  stale_ = !found_.empty();  // they stay in their places until the new ones are there
  show();
}

void NextSteps::estimate() {
  if (!workbench_->hasProgram() || !workbench_->hasViews() || measuring() || !times_.empty()) return;
  const LinkedSelection& selection = workbench_->selection();
  if (selection.nodes.loops.empty() && selection.nodes.blocks.empty()) return;
  worker_.run<std::vector<StepOutlook>>(
      Worker::kAdvice,
      [schedule = workbench_->schedule(), function = workbench_->shownFunction(), offers = workbench_->offers(),
       loop = selection.loop(), caches = caches_](const Worker::Cancelled& stop) {
        std::vector<StepOutlook> found = outlooksOf(schedule, function, offers, loop, caches, stop);
        if (found.size() > kShown) found.erase(found.begin() + kShown, found.end());
        return found;
      },
      [this, document = workbench_->document(),
       node = workbench_->history().current()](std::vector<StepOutlook> found) {
        if (measuring() || !workbench_->hasProgram() || document != workbench_->document() ||
            node != workbench_->history().current())
          return;
        found_ = std::move(found);
        stale_ = false;
        show();
      });
}

std::function<NextSteps::Timing(const Worker::Cancelled&)> NextSteps::timingJob(const Schedule& state) const {
  const int function = workbench_->shownFunction();
  return [source = workbench_->session()->workspace().source, original = state.source().function(function),
          scheduled = state.program().function(function), target = workbench_->target().toStdString(),
          math = workbench_->floatMath()](const Worker::Cancelled& stop) {
    Timing timing;
    if (!foreignCode(scheduled).empty()) {
      timing.failure = tr("the program brings code of its own");
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
  if (found_.empty() || stale_ || measuring() || workbench_->worker()->busy(Worker::kRun)) return;
  std::vector<std::pair<QString, std::function<Timing(const Worker::Cancelled&)>>> jobs{
      {QString(), timingJob(workbench_->schedule())}};
  for (const StepOutlook& step : found_) jobs.emplace_back(QString::fromStdString(step.call), timingJob(step.made));
  times_.clear();
  trial_ = ++trials_;
  autoMeasure_ = workbench_->autoMeasure();
  if (autoMeasure_) workbench_->setAutoMeasure(false);
  worker_.run<bool>(
      Worker::kMeasure,
      [this, jobs, trial = trial_](const Worker::Cancelled& stop) {
        for (const auto& [call, job] : jobs) {
          if (stop()) break;
          const Timing timing = job(stop);
          if (stop()) break;
          worker_.post([this, trial, call = call, timing] {
            if (trial != trial_) return;
            times_.insert_or_assign(call, timing);
            show();
          });
        }
        return true;
      },
      [this, trial = trial_](bool) {
        if (trial == trial_) endTrial();
        show();
      });
  show();
}

void NextSteps::endTrial() {
  trial_ = 0;
  worker_.cancel(Worker::kMeasure);
  if (std::exchange(autoMeasure_, false)) workbench_->setAutoMeasure(true);
}

// Intervals that overlap say nothing.
QString NextSteps::timeText(const Timing& timing) const {
  if (!timing.failure.isEmpty()) return tr("not timed: %1").arg(timing.failure);
  const QString time = timeOf(timing.ms);
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
    NextStep row{QString::fromStdString(step.call), outlookText(step), {}, false};
    if (const auto run = times_.find(row.call); run != times_.end())
      row.time = timeText(run->second), row.wrong = run->second.wrong;
    rows.push_back(std::move(row));
  }
  return rows;
}

// The body of the inspector comes and goes with the selection.
void NextSteps::show() {
  auto* body = inspector_->findChild<InspectorBody*>();
  if (!body) return;
  connect(body, &InspectorBody::measureRequested, this, &NextSteps::measure, Qt::UniqueConnection);
  body->setNext(rows(), measuring(), stale_);
}

}  // namespace lw
