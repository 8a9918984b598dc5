#include "app/services/tuning/tune_importance.h"

#include "app/models/support/job_runner.h"
#include "app/services/tuning/tuning.h"

namespace lw {
namespace {

constexpr size_t kImportanceStep = 16;  // candidates: computing it takes processor time from the search

}  // namespace

TuneImportance::TuneImportance(Tuning& tuning, JobRunner& jobs) : tuning_(tuning), jobs_(jobs) {
  connect(&tuning_, &Tuning::candidatesReset, this, [this] {
    if (tuning_.candidates().size() < of_ || tuning_.candidates().empty()) forget();
  });
}

void TuneImportance::forget() {
  rows_.clear();
  of_ = 0;
  jobs_.drop(Channel::Importance);
  Q_EMIT changed();
}

void TuneImportance::request() {
  const std::vector<TunedCandidate>& candidates = tuning_.candidates();
  const size_t next = of_ + (tuning_.running() ? kImportanceStep : 1);
  if (candidates.size() < next || jobs_.busy(Channel::Importance)) return;
  std::vector<tune::TimedDecisions> timed;
  for (const TunedCandidate& c : candidates)
    if (c.trial.timed()) timed.push_back({c.trial.decisions, c.trial.medianMs()});
  jobs_.run<std::vector<tune::DecisionImportance>>(
      Channel::Importance, [timed = std::move(timed)](const Stop&) { return tune::importanceOf(timed); },
      [this, of = candidates.size()](const std::vector<tune::DecisionImportance>& found) { take(found, of); });
}

void TuneImportance::take(const std::vector<tune::DecisionImportance>& found, size_t of) {
  of_ = of;
  rows_.clear();
  for (const tune::DecisionImportance& decision : found) rows_.push_back({decision, textOf(decision)});
  Q_EMIT changed();
}

// The best choice as a candidate with this choice has it.
QString TuneImportance::textOf(const tune::DecisionImportance& decision) const {
  for (const TunedCandidate& c : tuning_.candidates()) {
    const StepValue* value = tune::find(c.trial.decisions, decision.name);
    if (!value || !equal(*value, decision.best)) continue;
    for (const ChoiceText& choice : c.choices)
      if (choice.name == decision.name) return QString::fromStdString(choice.text);
  }
  return QString::fromStdString(toText(decision.best));
}

}  // namespace lw
