#include "app/services/tuning/tuning.h"

#include <algorithm>

#include "backends/targets/targets.h"
#include "backends/tune/tuning_machine.h"
#include "views/trace/trace_model.h"
#include "views/translation/translate_messages.h"

namespace lw {
namespace {

constexpr size_t kImportanceStep = 16;  // candidates: computing it takes processor time from the search

QString wordsOf(const Explanation& e) {
  return e.hint.empty() ? reasonWords(e) : reasonWords(e) + QStringLiteral("; ") + hintWords(e);
}

}  // namespace

Tuning::Tuning(Document& document, Steps& steps, const TargetChoice& target, CodeApproval& approval, Messages& messages,
               MeasuringTurns& turns, JobRunner& jobs)
    : document_(document),
      steps_(steps),
      target_(target),
      approval_(approval),
      messages_(messages),
      turns_(turns),
      jobs_(jobs) {
  connect(&document_, &Document::replaced, this, [this] {
    if (control_) control_->cancel();
    choices_.space.clear();
    pins_.clear();
    forget();
    dropSpaceText();
    Q_EMIT pinsChanged();
  });
  connect(&jobs_, &JobRunner::busyChanged, this, [this] {
    if (running()) Q_EMIT stateChanged();  // it may wait for a run
  });
}

Tuning::~Tuning() {
  if (control_) control_->cancel();
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
  const bool other =
      choices.space != choices_.space || choices.fromShown != choices_.fromShown || choices.threads != choices_.threads;
  choices_ = choices;
  if (!other) return;
  dropSpaceText();
  Q_EMIT spaceChanged();
}

void Tuning::followText() {
  const QStringList names = spaces();
  if (!choices_.space.isEmpty() && !names.contains(choices_.space)) choices_.space.clear();
  dropSpaceText();
  Q_EMIT spaceChanged();
}

void Tuning::followState() {
  if (!choices_.fromShown) return;
  dropSpaceText();
  Q_EMIT spaceChanged();
}

void Tuning::dropSpaceText() {
  spaceKnown_ = spaceAsked_ = false;
  spaceText_.clear();
  spaceError_.clear();
}

Schedule Tuning::startSchedule() const {
  Schedule start = choices_.fromShown ? document_.schedule() : document_.schedule().prefix(0);
  (void)start.workOn(start.program().functionName(document_.shownFunction()));
  return start;
}

void Tuning::showSpace() {
  if (spaceKnown_ || spaceAsked_ || !document_.hasProgram()) return;
  spaceAsked_ = true;
  struct Answer {
    std::string text;
    std::optional<Explanation> error;
  };
  jobs_.run<Answer>(
      Channel::TuneSpace,
      [source = document_.session()->sharedSource(), start = startSchedule(), function = document_.shownFunction(),
       name = choices_.space.toStdString(), threads = choices_.threads](const Stop&) {
        const Result<ChosenSpace> chosen = chooseSpace(source, name, start, function, tune::thisMachine(threads));
        if (!chosen) return Answer{{}, chosen.error()};
        return Answer{tune::Space(chosen->file, chosen->function, start).text(), {}};
      },
      [this](const Answer& answer) {
        spaceKnown_ = true;
        spaceText_ = QString::fromStdString(answer.text);
        spaceError_ = answer.error ? wordsOf(*answer.error) : QString();
        Q_EMIT spaceChanged();
      });
}

// ---- the search ----

TuneSetup Tuning::setup() const {
  TuneSetup s{.source = document_.session()->sharedSource(),
              .start = startSchedule(),
              .name = document_.function().toStdString(),
              .function = document_.shownFunction(),
              .space = choices_.space.toStdString()};
  for (const Pin& pin : pins_) s.pins.push_back(pin.decision);
  for (const TunedCandidate& c : candidates_) s.known.push_back(c.trial);
  s.knownKey = prepared_.key;
  s.records = records_.toStdString();
  s.resume = choices_.resume;
  s.trials = choices_.trials;
  s.seconds = choices_.seconds;
  s.seed = uint64_t(choices_.seed);
  s.threads = choices_.threads;
  s.strategy = choices_.strategy.toStdString();
  s.model = choices_.model.toStdString();
  s.math = target_.math();
  s.allows = approval_.consent();
  return s;
}

void Tuning::start() {
  if (running()) return;
  if (!document_.hasProgram()) return messages_.say(tr("No program: open a file first"));
  if (!target_.descriptor().onThisProcessor)
    return messages_.say(tr("Only kernels of this machine's processor are tuned: choose the target cpu"));
  if (approval_.ask(document_.functionAt(document_.history().current())))
    return messages_.say(tr("The program contains code of its own: allow it in the Run page, then start again"));
  control_ = std::make_shared<TuneControl>();
  TuneSetup setup = this->setup();
  setup.turn = [&turns = turns_, control = control_]() -> std::shared_ptr<void> {
    return turns.ofCandidate([control] { return control->cancelled(); });
  };
  function_ = document_.function();
  startNode_ = document_.history().current();
  state_ = State::Preparing;
  paused_ = false;
  endWords_.clear();
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
            state_ = comparing ? State::Comparing : State::Searching;
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
  state_ = State::Idle;
  paused_ = false;
  candidates_.clear();
  best_ = -1;
  secondsBefore_ = 0;
  prepared_ = {};
  progress_ = {};
  refusals_ = {};
  importance_.clear();
  importanceOf_ = 0;
  jobs_.drop(Channel::Importance);
  endWords_.clear();
  Q_EMIT candidatesReset();
  Q_EMIT importanceChanged();
  Q_EMIT stateChanged();
}

void Tuning::takePrepared(const TunePrepared& prepared) {
  const bool same = prepared.key == prepared_.key;
  prepared_ = prepared;
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
  for (TunedCandidate& c : candidates_) c.tied = false;
  for (const tune::Trial& trial : result.trials)
    if (const int at = placeOf(trial); at >= 0) candidates_[size_t(at)].trial.ms = trial.ms;
  best_ = result.best < 0 ? -1 : placeOf(result.trials[size_t(result.best)]);
  for (const int tie : result.ties)
    if (const int at = placeOf(result.trials[size_t(tie)]); at >= 0) candidates_[size_t(at)].tied = true;
  refusals_ = {result.refusals, result.refused, result.drawn};
}

void Tuning::end(const TuneEnd& end) {
  state_ = State::Idle;
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
  endWords_ = words();
  failed_ = end.error.has_value() || end.result.end == tune::TuneResult::End::AllRefused;
  if (!end.result.tasks.empty()) takeResult(end.result.tasks.front());
  Q_EMIT candidatesReset();
  Q_EMIT stateChanged();
  if (end.error) {
    messages_.addStepProblems({problemOf(tr("tuning"), *end.error)});
    messages_.publish();
    messages_.say(tr("Tuning: %1").arg(endWords_));
  }
  adoptBest();
  Q_EMIT ended();
}

// ---- candidates ----

void Tuning::requestImportance() {
  const size_t next = importanceOf_ + (running() ? kImportanceStep : 1);
  if (candidates_.size() < next || jobs_.busy(Channel::Importance)) return;
  std::vector<tune::TimedDecisions> timed;
  for (const TunedCandidate& c : candidates_)
    if (c.trial.timed()) timed.push_back({c.trial.decisions, c.trial.medianMs()});
  const size_t of = candidates_.size();
  jobs_.run<std::vector<tune::DecisionImportance>>(
      Channel::Importance, [timed = std::move(timed)](const Stop&) { return tune::importanceOf(timed); },
      [this, of](const std::vector<tune::DecisionImportance>& found) { takeImportance(found, of); });
}

void Tuning::takeImportance(const std::vector<tune::DecisionImportance>& found, size_t of) {
  importanceOf_ = of;
  importance_.clear();
  for (const tune::DecisionImportance& decision : found) {
    Importance row{decision, QString::fromStdString(toText(decision.best))};
    for (const TunedCandidate& c : candidates_) {
      const StepValue* value = tune::find(c.trial.decisions, decision.name);
      if (!value || !equal(*value, decision.best)) continue;
      for (const ChoiceText& choice : c.choices)
        if (choice.name == decision.name) row.best = QString::fromStdString(choice.text);
      break;
    }
    importance_.push_back(std::move(row));
  }
  Q_EMIT importanceChanged();
}

QString Tuning::nameOf(const TunedCandidate& candidate, const QString& kind) const {
  return candidate.trial.timed() ? tr("%1, %2").arg(kind, timeOf(candidate.trial.medianMs())) : kind;
}

// The best becomes a variant. It is shown if the state from which the search was started is still shown.
void Tuning::adoptBest() {
  if (best_ < 0 || !document_.hasProgram() || document_.function() != function_) return;
  const TunedCandidate& best = candidates_[size_t(best_)];
  const QString name = nameOf(best, tr("tuned"));
  const bool shown = document_.history().current() == startNode_;
  steps_.openTrace({best.trial.trace, name, given_, shown});
  given_ << name;
  messages_.say(shown ? tr("The best candidate is shown as the variant “%1”").arg(name)
                      : tr("The best candidate is the variant “%1”").arg(name));
}

void Tuning::open(int candidate) {
  if (candidate < 0 || size_t(candidate) >= candidates_.size() || !document_.hasProgram()) return;
  const TunedCandidate& c = candidates_[size_t(candidate)];
  if (c.trial.trace.empty())
    return messages_.say(tr("Candidate %1 has no steps: the space refused it").arg(candidate + 1));
  if (document_.function() != function_) document_.chooseFunction(function_);
  const QString name = nameOf(c, tr("candidate %1").arg(candidate + 1));
  steps_.openTrace({c.trial.trace, name, {}, true});
  given_ << name;
}

void Tuning::pin(int candidate, const QString& decision) {
  if (candidate < 0 || size_t(candidate) >= candidates_.size()) return;
  const TunedCandidate& c = candidates_[size_t(candidate)];
  const StepValue* value = tune::find(c.trial.decisions, decision.toStdString());
  if (!value) return;
  std::erase_if(pins_, [&](const Pin& p) { return p.decision.name == decision.toStdString(); });
  QString text;
  for (const ChoiceText& choice : c.choices)
    if (choice.name == decision.toStdString()) text = QString::fromStdString(choice.text);
  pins_.push_back({{decision.toStdString(), *value}, text});
  Q_EMIT pinsChanged();
}

void Tuning::unpin(const QString& decision) {
  std::erase_if(pins_, [&](const Pin& p) { return p.decision.name == decision.toStdString(); });
  Q_EMIT pinsChanged();
}

}  // namespace lw
