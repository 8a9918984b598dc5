#include "app/services/tuning/size_tuning.h"

#include <set>

#include "app/models/document/document.h"
#include "app/models/document/messages.h"
#include "app/models/schedule/steps.h"
#include "app/models/support/job_runner.h"
#include "app/services/runs/measuring_turns.h"
#include "core/ir/size_row.h"

namespace lw {

SizeTuning::SizeTuning(Document& document, Steps& steps, Tuning& tuning, Messages& messages, MeasuringTurns& turns,
                       JobRunner& jobs)
    : document_(document), steps_(steps), tuning_(tuning), messages_(messages), turns_(turns), jobs_(jobs) {
  connect(&document_, &Document::replaced, this, &SizeTuning::forget);
  connect(&tuning_, &Tuning::stateChanged, this, [this] {
    if (tuning_.running()) ending_ = {};
  });
}

SizeTuning::~SizeTuning() {
  if (control_) control_->cancel();
}

void SizeTuning::forget() {
  if (control_) control_->cancel();
  control_.reset();
  paused_ = false;
  ending_ = {};
  diagram_ = {};
  Q_EMIT diagramChanged();
  Q_EMIT stateChanged();
}

QString SizeTuning::start(const QString& text) {
  if (const QString why = tuning_.refusal(); !why.isEmpty()) return why;
  const Result<SizeRow> row = parseSizeRow(text.toStdString(), document_.functionAt(0));
  if (!row) return wordsOf(row.error());
  if (row->values.size() < 2)
    return tr("Write two sizes or more, for example %1=1..4096").arg(QString::fromStdString(row->size));
  control_ = std::make_shared<TuneControl>();
  SizeSetup setup{tuning_.setup(), row->size, row->values};
  setup.tune.turn = [&turns = turns_, control = control_]() -> std::shared_ptr<void> {
    return turns.ofCandidate([control] { return control->cancelled(); });
  };
  size_ = QString::fromStdString(row->size);
  function_ = document_.function();
  paused_ = false;
  ending_ = {};
  progress_ = {.value = row->values.front(), .wanted = setup.tune.trials};
  Q_EMIT stateChanged();
  jobs_.runTelling<std::shared_ptr<SizeEnd>>(
      Channel::TuneSizes,
      [this, setup = std::move(setup), control = control_, make = tuning_.make_](const Stop& stop,
                                                                                 const JobRunner::Tell& tell) {
        SizeEvents events;
        const auto show = [&](const Progress& now) {
          tell([this, now] {
            progress_ = now;
            Q_EMIT stateChanged();
          });
        };
        const int wanted = setup.tune.trials;
        events.preparing = [&](int64_t value) { show({Progress::Phase::Preparing, value, 0, wanted}); };
        events.done = [&](int64_t value, const tune::TuneProgress& p) {
          show({Progress::Phase::Searching, value, p.trials, p.wanted});
        };
        events.comparing = [&] { show({Progress::Phase::Comparing, 0, wanted, wanted}); };
        return std::make_shared<SizeEnd>(searchSizes(setup, *control, make, events, stop));
      },
      [this](const std::shared_ptr<SizeEnd>& done) { end(*done); });
  return {};
}

void SizeTuning::pause(bool paused) {
  if (!running() || paused == paused_) return;
  paused_ = paused;
  control_->pause(paused);
  Q_EMIT stateChanged();
}

void SizeTuning::stop() {
  if (running()) control_->cancel();
}

void SizeTuning::end(const SizeEnd& end) {
  control_.reset();
  paused_ = false;
  ending_.failed = end.error.has_value() || (!end.stopped && end.diagram.schedules.empty());
  ending_.words = end.error                       ? wordsOf(*end.error)
                  : end.stopped                   ? tr("Stopped: the diagram needs a whole search")
                  : end.diagram.schedules.empty() ? tr("No candidate was right")
                  : end.diagram.schedules.size() > 1
                      ? tr("%1 schedules, %2 of which win somewhere")
                            .arg(end.diagram.schedules.size())
                            .arg(std::set<size_t>(end.diagram.chosen.begin(), end.diagram.chosen.end()).size())
                      : tr("One schedule is the best at every size");
  if (!ending_.failed && !end.stopped) {
    diagram_ = end.diagram;
    Q_EMIT diagramChanged();
  }
  Q_EMIT stateChanged();
  if (!end.error) return;
  messages_.addStepProblems({problemOf(tr("tuning"), *end.error)});
  messages_.publish();
}

void SizeTuning::open(int schedule) {
  if (schedule < 0 || size_t(schedule) >= diagram_.schedules.size() || !document_.hasProgram()) return;
  const SizeSchedule& s = diagram_.schedules[size_t(schedule)];
  if (document_.function() != function_) document_.chooseFunction(function_);
  steps_.openTrace({s.trace, tr("tuned at %1 = %2").arg(diagram_.size).arg(s.foundAt)});
}

}  // namespace lw
