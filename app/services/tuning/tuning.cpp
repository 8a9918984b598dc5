#include "app/services/tuning/tuning.h"

#include <algorithm>

#include "app/models/document/document.h"
#include "app/models/document/messages.h"
#include "app/models/document/no_program.h"
#include "app/models/runs/target_choice.h"
#include "app/models/schedule/steps.h"
#include "app/models/support/job_runner.h"
#include "app/models/text/number_text.h"
#include "app/models/text/translate_messages.h"
#include "app/services/runs/code_approval.h"
#include "app/services/runs/measuring_turns.h"
#include "app/services/runs/run_records.h"
#include "app/services/tuning/tune_pins.h"
#include "app/services/tuning/tuned_run.h"
#include "backends/runner/statistics.h"

namespace lw {

QString wordsOf(const Explanation& e) {
  return e.hint.empty() ? reasonWords(e) : reasonWords(e) + QStringLiteral("; ") + hintWords(e);
}

Schedule startOf(const Document& document, const TuneChoices& choices) {
  Schedule start = choices.fromShown ? document.schedule() : document.schedule().prefix(0);
  (void)start.workOn(start.program().functionName(document.shownFunction()));
  return start;
}

Tuning::Tuning(Document& document, Steps& steps, RunRecords& runs, const TargetChoice& target, CodeApproval& approval,
               Messages& messages, MeasuringTurns& turns, JobRunner& jobs)
    : document_(document),
      steps_(steps),
      runs_(runs),
      target_(target),
      approval_(approval),
      messages_(messages),
      turns_(turns),
      jobs_(jobs),
      pins_(std::make_unique<TunePins>(document, messages, jobs)) {
  connect(&document_, &Document::replaced, this, [this] {
    if (control_) control_->cancel();
    choices_.space.clear();
    pins_->clear();
    forget();
  });
  connect(&target_, &TargetChoice::changed, this, [this] {
    Q_EMIT spaceChanged();
    Q_EMIT stateChanged();
  });
  connect(&jobs_, &JobRunner::busyChanged, this, [this] {
    if (running()) Q_EMIT stateChanged();  // it may wait for a run
  });
}

Tuning::~Tuning() {
  if (control_) control_->cancel();
}

const TargetDescriptor& Tuning::target() const { return target_.descriptor(); }

SearchState Tuning::state() const {
  return state_ == SearchState::Searching && turns_.runWaitsOrMeasures() ? SearchState::Waiting : state_;
}

// ---- choices and the space ----

QStringList Tuning::spaces() const {
  QStringList names;
  if (document_.source())
    for (const std::string& name : samplingFunctions(*document_.source())) names << QString::fromStdString(name);
  return names;
}

void Tuning::choose(const TuneChoices& choices) {
  if (choices == choices_) return;
  const bool other = choices.space != choices_.space || choices.fromShown != choices_.fromShown ||
                     choices.threads != choices_.threads || choices.deviceModel != choices_.deviceModel;
  const bool moved = choices.remote != choices_.remote || choices.host != choices_.host ||
                     choices.device != choices_.device || choices.deviceModel != choices_.deviceModel;
  choices_ = choices;
  if (moved) Q_EMIT stateChanged();
  if (other) Q_EMIT spaceChanged();
}

void Tuning::followText() {
  const QStringList names = spaces();
  if (!choices_.space.isEmpty() && !names.contains(choices_.space)) choices_.space.clear();
  Q_EMIT spaceChanged();
}

// ---- the search ----

TuneSetup Tuning::setup() const {
  TuneSetup s{.source = document_.session()->sharedSource(),
              .start = startOf(document_, choices_),
              .name = document_.function().toStdString(),
              .function = document_.shownFunction(),
              .space = choices_.space.toStdString(),
              .target = &target(),
              .machine = machineOf(choices_, target())};
  s.pins = pins_->decisions();
  for (const TunedCandidate& c : candidates_) s.known.push_back(c.trial);
  s.knownKey = prepared_.key;
  s.records = records_.toStdString();
  s.resume = choices_.resume;
  s.trials = choices_.trials;
  s.seconds = choices_.seconds;
  s.seed = uint64_t(choices_.seed);
  s.threads = target().onThisProcessor ? choices_.threads : 1;
  s.strategy = choices_.strategy.toStdString();
  s.model = choices_.model.toStdString();
  s.math = target_.math();
  s.allows = approval_.consent();
  return s;
}

QString Tuning::refusal() const {
  if (running() || jobs_.busy(Channel::TuneSizes)) return tr("A search is running");
  if (!document_.hasProgram()) return noProgramWords(document_);
  if (const auto problem = problemOf(choices_, target())) return wordsOf(*problem);
  if (approval_.ask(document_.functionAt(document_.history().current())))
    return tr("The program contains code of its own: allow it in the Run page, then start again");
  return {};
}

void Tuning::start() {
  if (const QString why = refusal(); !why.isEmpty()) return messages_.say(why);
  control_ = std::make_shared<TuneControl>();
  TuneSetup setup = this->setup();
  setup.turn = [&turns = turns_, control = control_]() -> std::shared_ptr<void> {
    return turns.ofCandidate([control] { return control->cancelled(); });
  };
  function_ = document_.function();
  startNode_ = document_.history().current();
  start_ = setup.start;
  conditions_ = conditionsOf(setup, runs_);
  program_ = document_.session()->program();
  state_ = SearchState::Preparing;
  paused_ = false;
  ending_ = {};
  progress_ = {.trials = 0, .wanted = choices_.trials};
  refusals_ = {};
  Q_EMIT stateChanged();
  jobs_.runTelling<std::shared_ptr<TuneEnd>>(
      Channel::Tune,
      [this, setup = std::move(setup), control = control_, make = make_](const Stop& stop,
                                                                         const JobRunner::Tell& tell) {
        TuneEvents events;
        events.prepared = [&](const TunePrepared& p) { tell([this, p] { takePrepared(p); }); };
        events.refused = [&](const TuneRefusals& r) {
          tell([this, r] {
            refusals_ = r;
            Q_EMIT stateChanged();
          });
        };
        events.done = [&](const tune::Trial& trial, const std::vector<ChoiceText>& choices,
                          const tune::TuneProgress& progress) {
          tell([this, trial, choices, progress] { take(trial, choices, progress); });
        };
        events.phase = [&](std::string_view name) {
          tell([this, comparing = name == "comparing"] {
            state_ = comparing ? SearchState::Comparing : SearchState::Searching;
            Q_EMIT stateChanged();
          });
        };
        return std::make_shared<TuneEnd>(search(setup, *control, make, events, stop));
      },
      [this](const std::shared_ptr<TuneEnd>& done) { end(*done); });
}

void Tuning::pause(bool paused) {
  if (!running() || paused == paused_) return;
  paused_ = paused;
  control_->pause(paused);
  Q_EMIT stateChanged();
}

void Tuning::stop() {
  if (running()) control_->cancel();
}

void Tuning::clear() {
  if (running()) return;
  forget();
  choices_.resume = false;  // else they would come back from the records
  Q_EMIT spaceChanged();
}

void Tuning::forget() {
  state_ = SearchState::Idle;
  paused_ = false;
  candidates_.clear();
  best_ = -1;
  secondsBefore_ = 0;
  prepared_ = {};
  progress_ = {};
  refusals_ = {};
  ending_ = {};
  start_.reset();
  Q_EMIT candidatesReset();
  Q_EMIT stateChanged();
}

void Tuning::takePrepared(const TunePrepared& prepared) {
  const bool same = prepared.key == prepared_.key;
  prepared_ = prepared;
  conditions_.referenceKind = prepared.reference;
  conditions_.referenceMs = prepared.referenceMs;
  if (prepared.blas) {
    conditions_.blasLibrary = prepared.blas->library, conditions_.blasKernels = prepared.blas->name;
    conditions_.blasExpected = prepared.blas->expected;
  }
  if (!prepared.device.empty()) conditions_.device = prepared.device;
  if (same && !candidates_.empty()) {
    secondsBefore_ = candidates_.back().seconds;
    return;
  }
  candidates_.clear();
  best_ = -1;
  secondsBefore_ = 0;
  for (const tune::Trial& trial : prepared.recorded) add({trial, choiceTexts(trial), 0, false});
  Q_EMIT candidatesReset();
}

void Tuning::add(TunedCandidate candidate) {
  candidates_.push_back(std::move(candidate));
  const tune::Trial& trial = candidates_.back().trial;
  if (trial.outcome == tune::Outcome::Measured &&
      (best_ < 0 || trial.medianMs() < candidates_[size_t(best_)].trial.medianMs()))
    best_ = int(candidates_.size()) - 1;
}

void Tuning::take(const tune::Trial& trial, std::vector<ChoiceText> choices, const tune::TuneProgress& progress) {
  progress_ = progress;
  add({trial, std::move(choices), secondsBefore_ + progress.seconds, false});
  Q_EMIT candidateAdded();
  Q_EMIT stateChanged();
}

// The best were measured again: their times, and which one is the best, may have changed.
void Tuning::takeResult(const tune::TuneResult::Task& result) {
  const auto placeOf = [this](const tune::Trial& trial) {
    const std::string text = tune::toJson(trial.decisions);
    const auto found = std::find_if(candidates_.begin(), candidates_.end(),
                                    [&](const TunedCandidate& c) { return tune::toJson(c.trial.decisions) == text; });
    return found == candidates_.end() ? -1 : int(found - candidates_.begin());
  };
  for (TunedCandidate& c : candidates_) c.tied = c.again = false;
  for (const tune::Trial& trial : result.trials)
    if (const int at = placeOf(trial); at >= 0) candidates_[size_t(at)].trial.ms = trial.ms;
  best_ = result.best < 0 ? -1 : placeOf(result.trials[size_t(result.best)]);
  for (const int again : result.again)
    if (const int at = placeOf(result.trials[size_t(again)]); at >= 0) candidates_[size_t(at)].again = true;
  for (const int tie : result.ties)
    if (const int at = placeOf(result.trials[size_t(tie)]); at >= 0) candidates_[size_t(at)].tied = true;
  refusals_ = {result.refusals, result.refused, result.drawn};
}

// The reference was timed in the same turns as the best: with that time they can be compared.
void Tuning::takeReference(const std::vector<double>& ms) {
  if (ms.empty()) return;
  const TimeSummary time = summarizeInOrder(ms);
  prepared_.referenceMs = conditions_.referenceMs = time.median;
  conditions_.referenceRuns = time.count;
  conditions_.referenceLowMs = time.medianLow, conditions_.referenceHighMs = time.medianHigh;
}

void Tuning::end(const TuneEnd& end) {
  state_ = SearchState::Idle;
  paused_ = false;
  control_.reset();
  const auto words = [&] {
    using End = tune::TuneResult::End;
    if (end.error) return wordsOf(*end.error);
    switch (end.result.end) {
      case End::Trials:
        return tr("Done");
      case End::Seconds:
        return tr("The time is over");
      case End::Stopped:
      case End::Failed:
        return tr("Stopped");
      case End::Exhausted:
        return tr("The space has no further candidates");
      case End::AllRefused:
        return tr("Every candidate was refused");
    }
    return QString();
  };
  ending_.words = words();
  ending_.failed = end.error.has_value() || end.result.end == tune::TuneResult::End::AllRefused;
  if (!end.result.tasks.empty()) takeResult(end.result.tasks.front());
  takeReference(end.referenceMs);
  Q_EMIT candidatesReset();
  Q_EMIT stateChanged();
  if (end.error) {
    messages_.addStepProblems({problemOf(tr("tuning"), *end.error)});
    messages_.publish();
    messages_.say(tr("Tuning: %1").arg(ending_.words));
  }
  adoptBest();
}

// ---- candidates ----

QString Tuning::nameOf(const TunedCandidate& candidate, const QString& kind) const {
  if (!candidate.trial.timed()) return kind;
  return (prepared_.modelled() ? tr("%1, %2 modelled") : tr("%1, %2")).arg(kind, timeOf(candidate.trial.medianMs()));
}

// The best becomes a variant. It is shown if the state from which the search was started is still shown.
void Tuning::adoptBest() {
  if (best_ < 0 || !document_.hasProgram() || document_.function() != function_) return;
  const TunedCandidate& best = candidates_[size_t(best_)];
  const QString name = nameOf(best, tr("tuned"));
  const bool shown = document_.history().current() == startNode_;
  steps_.openTrace({best.trial.trace, name, given_, shown, recording(best.trial)});
  given_ << name;
  messages_.say(shown ? tr("The best candidate is shown as the variant “%1”").arg(name)
                      : tr("The best candidate is the variant “%1”").arg(name));
}

// Records the candidate's times as a run of the node, once. Times of a model are none of a run.
std::function<void(int node)> Tuning::recording(const tune::Trial& trial) const {
  if (!trial.timed() || prepared_.modelled()) return {};
  return [this, trial, conditions = conditions_, program = program_](int node) {
    const Workspace* workspace = document_.session()->workspaceOf(program);
    if (!workspace || node >= workspace->history.size() || document_.function().toStdString() != conditions.function)
      return;
    const Schedule& made = workspace->history.node(node).schedule;
    const int function = document_.shownFunction();
    RunRecord run = runOf(trial, conditions, made.source().function(function), made.program().function(function));
    run.node = node;
    const bool known = std::any_of(workspace->runs.begin(), workspace->runs.end(), [&](const RunRecord& r) {
      return r.node == run.node && r.when == run.when && r.medianMs == run.medianMs;
    });
    if (!known) runs_.add(program, std::move(run));
  };
}

void Tuning::open(int candidate) {
  if (candidate < 0 || size_t(candidate) >= candidates_.size() || !document_.hasProgram()) return;
  const TunedCandidate& c = candidates_[size_t(candidate)];
  if (c.trial.trace.empty())
    return messages_.say(tr("Candidate %1 has no steps: the space refused it").arg(candidate + 1));
  if (document_.function() != function_) document_.chooseFunction(function_);
  const QString name = nameOf(c, tr("candidate %1").arg(candidate + 1));
  steps_.openTrace({c.trial.trace, name, {}, true, recording(c.trial)});
  given_ << name;
}

void Tuning::pin(int candidate, const QString& decision) {
  if (candidate < 0 || size_t(candidate) >= candidates_.size()) return;
  const TunedCandidate& c = candidates_[size_t(candidate)];
  const auto made = std::find_if(c.trial.decisions.begin(), c.trial.decisions.end(),
                                 [&](const tune::Decision& d) { return d.name == decision.toStdString(); });
  if (made == c.trial.decisions.end()) return;
  QString text;
  for (const ChoiceText& choice : c.choices)
    if (choice.name == decision.toStdString()) text = QString::fromStdString(choice.text);
  pins_->set(*made, text);
}

void Tuning::pinLoop(LoopId loop) {
  // A search from the shown state: the steps of its candidates come after those that were shown when it began.
  pins_->pinLoop(loop, choices_, choices_.fromShown && start_ ? *start_ : startOf(document_, choices_), target());
}

}  // namespace lw
