#include "app/window/tune/tune_content.h"

#include <QObject>
#include <algorithm>

#include "app/models/document/messages.h"
#include "app/models/text/number_text.h"
#include "app/models/text/translate_messages.h"
#include "app/services/tuning/size_tuning.h"
#include "app/services/tuning/tune_importance.h"
#include "app/services/tuning/tune_pins.h"
#include "app/services/tuning/tuning.h"

namespace lw {
namespace {

QString outcomeWords(tune::Outcome outcome) {
  using tune::Outcome;
  switch (outcome) {
    case Outcome::Measured:
      return QObject::tr("right");
    case Outcome::Stopped:
      return QObject::tr("stopped early");
    case Outcome::Refused:
      return QObject::tr("refused");
    case Outcome::BuildFailed:
      return QObject::tr("not built");
    case Outcome::Wrong:
      return QObject::tr("wrong result");
    case Outcome::Crashed:
      return QObject::tr("crashed");
    case Outcome::TimedOut:
      return QObject::tr("took too long");
  }
  return {};
}

QString whyOf(const std::optional<Explanation>& why) {
  if (!why) return {};
  return why->hint.empty() ? reasonWords(*why) : reasonWords(*why) + QStringLiteral("; ") + hintWords(*why);
}

QString bestWords(const Tuning& tuning) {
  if (tuning.best() < 0) return {};
  const double ms = tuning.candidates()[size_t(tuning.best())].trial.medianMs();
  const TunePrepared& prepared = tuning.prepared();
  const bool again = tuning.candidates()[size_t(tuning.best())].again;
  QString text = prepared.modelled() ? QObject::tr("best %1 (modelled)").arg(timeOf(ms))
                 : again             ? QObject::tr("best %1").arg(timeOf(ms))
                                     : QObject::tr("best so far %1, measured once").arg(timeOf(ms));
  if (prepared.referenceMs > 0) {
    text += QObject::tr(", %1× the speed of the reference").arg(prepared.referenceMs / ms, 0, 'f', 2);
    if (prepared.blas) {
      const QString warning = QString::fromStdString(prepared.blas->expected);
      text += prepared.blas->library.empty() ? QObject::tr(" (plain loops, without OpenBLAS)")
                                             : QObject::tr(" (%1, %2 kernels)")
                                                   .arg(QString::fromStdString(prepared.blas->library),
                                                        QString::fromStdString(prepared.blas->name));
      if (!warning.isEmpty())
        text += QObject::tr(", which takes too long: %1 kernels would fit this processor").arg(warning);
    }
  }
  return text;
}

// Where the candidates were measured, unless it was here.
QString placeWords(const Tuning& tuning) {
  const TunePrepared& prepared = tuning.prepared();
  if (prepared.machine.host.empty()) return {};
  return QObject::tr("measured on %1 at %2")
      .arg(QString::fromStdString(prepared.device), QString::fromStdString(prepared.machine.host));
}

// Another machine was chosen, but not which one.
bool asksForHost(const Tuning& tuning) {
  return tuning.choices().remote && tuning.target().driverText && tuning.choices().host.trimmed().isEmpty();
}

// What to know of the machine that measures the next search.
QString machineWords(const Tuning& tuning) {
  const TuneMachine machine = machineOf(tuning.choices(), tuning.target());
  if (const auto problem = problemOf(tuning.choices(), tuning.target()))
    return asksForHost(tuning) ? QObject::tr("Enter the other machine as ssh takes it, for example user@box")
                               : wordsOf(*problem);
  if (tuning.target().emulated)
    return QObject::tr(
               "Candidates are emulated, and their times are modelled (%1), not measured. Use them to "
               "compare schedules of one program.")
        .arg(QString::fromStdString(machine.device));
  if (machine.host.empty()) return {};
  return QObject::tr(
             "Candidates are sent to %1 by ssh. Its device %2 runs, checks and times them. lw-runner is copied there; "
             "nothing else has to be installed.")
      .arg(QString::fromStdString(machine.host), QString::fromStdString(machine.device));
}

QString secondsLeft(const Tuning& tuning) {
  const tune::TuneProgress& p = tuning.progress();
  if (p.trialsPerMinute <= 0) return {};
  double left = 60 * (p.wanted - p.trials) / p.trialsPerMinute;
  if (tuning.choices().seconds > 0) left = std::min(left, tuning.choices().seconds - p.seconds);
  return QObject::tr("about %1 s left").arg(std::max(0, qRound(left)));
}

QString runningWords(const Tuning& tuning) {
  if (tuning.state() == SearchState::Preparing)
    return QObject::tr("Preparing the inputs and the expected results. The first candidates follow…");
  const tune::TuneProgress& p = tuning.progress();
  QStringList parts;
  if (tuning.paused())
    parts << QObject::tr("Paused");
  else if (tuning.state() == SearchState::Waiting)
    parts << QObject::tr("Waiting while a run is measured");
  else if (tuning.state() == SearchState::Comparing)
    parts << QObject::tr("Measuring the best again, in turns");
  parts << QObject::tr("%1 of %2", "trials").arg(p.trials).arg(p.wanted) << bestWords(tuning) << placeWords(tuning);
  if (p.trialsPerMinute > 0) parts << QObject::tr("%1 a minute").arg(p.trialsPerMinute, 0, 'f', 0);
  if (tuning.refusals().refused > 0) parts << QObject::tr("%1 refused").arg(tuning.refusals().refused);
  if (!tuning.paused() && tuning.state() == SearchState::Searching) parts << secondsLeft(tuning);
  parts.removeAll(QString());
  return parts.join(QStringLiteral(" · "));
}

QString endedWords(const Tuning& tuning) {
  if (tuning.ending().words.isEmpty()) return {};
  QStringList parts{tuning.ending().words};
  const auto count = tuning.candidates().size();
  if (count > 0) parts << QObject::tr("%1 candidates").arg(count) << bestWords(tuning) << placeWords(tuning);
  const auto ties = std::count_if(tuning.candidates().begin(), tuning.candidates().end(),
                                  [](const TunedCandidate& c) { return c.tied; });
  if (tuning.best() >= 0 && !tuning.candidates()[size_t(tuning.best())].trial.whole)
    parts << QObject::tr("only some results of the best were compared");
  if (ties > 0) parts << QObject::tr("%1 more cannot be told apart from it").arg(ties);
  parts.removeAll(QString());
  return parts.join(QStringLiteral(" · "));
}

// Of a search over several sizes.
void showSizes(const SizeTuning& sizes, TuneState& state) {
  using Phase = SizeTuning::Progress::Phase;
  const SizeTuning::Progress& p = sizes.progress();
  const QString at = QStringLiteral("%1 = %2").arg(sizes.size()).arg(p.value);
  state.running = true;
  state.paused = sizes.paused();
  state.failed = false;
  state.done = p.trials, state.wanted = p.wanted;
  state.words = sizes.paused()                ? QObject::tr("Paused")
                : p.phase == Phase::Preparing ? QObject::tr("Preparing %1").arg(at)
                : p.phase == Phase::Searching
                    ? QObject::tr("%1 of %2 at all sizes · %3").arg(p.trials).arg(p.wanted).arg(at)
                    : QObject::tr("Timing the best of each size at all sizes");
}

}  // namespace

CandidateRow rowOf(const Tuning& tuning, size_t number) {
  const TunedCandidate& candidate = tuning.candidates()[number];
  const tune::Trial& trial = candidate.trial;
  CandidateRow row;
  row.kind = trial.outcome == tune::Outcome::Measured  ? CandidateRow::Kind::Right
             : trial.outcome == tune::Outcome::Stopped ? CandidateRow::Kind::Stopped
                                                       : CandidateRow::Kind::Failed;
  row.outcome = outcomeWords(trial.outcome);
  row.ms = trial.timed() ? trial.medianMs() : 0;
  row.modelled = tuning.prepared().modelled();
  row.expectedMs = trial.expectedMs;
  row.seconds = candidate.seconds;
  for (const ChoiceText& choice : candidate.choices)
    row.choices.push_back({QString::fromStdString(choice.name), QString::fromStdString(choice.text)});
  row.why = whyOf(trial.why);
  if (trial.timed() && !trial.whole)
    row.why = QObject::tr("only some of its results were compared; all of them would have taken too long");
  row.best = int(number) == tuning.best();
  row.tied = candidate.tied;
  row.again = candidate.again;
  return row;
}

CandidateContent candidatesOf(const Tuning& tuning) {
  CandidateContent content;
  for (size_t i = 0; i < tuning.candidates().size(); ++i) content.rows.push_back(rowOf(tuning, i));
  content.referenceMs = tuning.prepared().referenceMs;
  return content;
}

std::vector<CandidateRow::Choice> pinsOf(const Tuning& tuning) {
  std::vector<CandidateRow::Choice> pins;
  for (const TunePin& pin : tuning.pins()->all()) pins.push_back({QString::fromStdString(pin.decision.name), pin.text});
  return pins;
}

std::vector<std::pair<int, QString>> refusalsOf(const Tuning& tuning) {
  std::vector<std::pair<int, QString>> reasons;
  for (const tune::CandidatePool::Refusals& r : tuning.refusals().reasons)
    reasons.emplace_back(r.count, whyOf(r.first));
  std::stable_sort(reasons.begin(), reasons.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  return reasons;
}

std::vector<ImportanceRow> importanceOf(const TuneImportance& importance) {
  std::vector<ImportanceRow> rows;
  for (const TuneImportance::Row& i : importance.rows())
    rows.push_back(
        {QString::fromStdString(i.decision.name), i.decision.share, i.decision.low, i.decision.high, i.best});
  return rows;
}

TuneState stateOf(const Tuning& tuning, const SizeTuning& sizes, bool hasProgram) {
  TuneState state;
  const TargetDescriptor& target = tuning.target();
  state.canStart = hasProgram && !problemOf(tuning.choices(), target);
  state.running = tuning.running();
  state.paused = tuning.paused();
  state.continues = !tuning.candidates().empty() && tuning.prepared().target == &target &&
                    tuning.prepared().machine == machineOf(tuning.choices(), target);
  state.candidates = !tuning.candidates().empty();
  state.words = tuning.running() ? runningWords(tuning) : endedWords(tuning);
  state.failed = !tuning.running() && tuning.ending().failed;
  if (sizes.running())
    showSizes(sizes, state);
  else if (!tuning.running() && !sizes.ending().words.isEmpty())
    state.words = sizes.ending().words, state.failed = sizes.ending().failed;
  state.threads = target.onThisProcessor;
  state.devices = bool(target.driverText);
  if (target.models)
    for (const GpuDevice& model : target.models()) state.models << QString::fromUtf8(model.name);
  state.deviceModel = QString::fromStdString(machineOf(tuning.choices(), target).device);
  state.note = machineWords(tuning);
  state.noteFailed = problemOf(tuning.choices(), target) && !asksForHost(tuning);
  return state;
}

}  // namespace lw
