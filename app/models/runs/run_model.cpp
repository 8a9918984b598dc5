#include "app/models/runs/run_model.h"

#include <algorithm>

#include "app/models/text/number_text.h"
#include "app/models/text/translate_messages.h"
#include "backends/target/load.h"
#include "backends/targets/targets.h"

namespace lw {

QString ratioText(double ms, double referenceMs) {
  if (ms <= 0 || referenceMs <= 0) return QStringLiteral("–");
  const double ratio = referenceMs / ms;
  const auto number = [](double v) { return QString::number(v, 'f', v >= 100 ? 0 : v >= 10 ? 1 : 2); };
  return ratio >= 1 ? QObject::tr("%1× faster").arg(number(ratio)) : QObject::tr("%1× slower").arg(number(1 / ratio));
}

QString estimateText(double ms, double estimateMs) {
  if (ms <= 0 || estimateMs <= 0) return {};
  const double ratio = ms / estimateMs;
  const QString times = QString::number(ratio, 'f', ratio >= 9.95 ? 0 : 1);
  if (ratio < 0.8)
    return QObject::tr("measured %1×: the model overestimates traffic").arg(QString::number(ratio, 'f', 2));
  if (ratio <= 1.25) return QObject::tr("measured as predicted");
  if (ratio <= 3) return QObject::tr("measured %1×").arg(times);
  return QObject::tr("measured %1×: the model ignores stalls").arg(times);
}

QString compareRuns(const RunRow& now, const RunRow& before) {
  if (isWrong(now)) return QObject::tr("not compared: the result is wrong");
  if (isWrong(before)) return QObject::tr("not compared: its result is wrong");
  const bool overlap = now.lowMs <= before.highMs && before.lowMs <= now.highMs;
  const auto isOnce = [](const RunRow& run) { return run.samples == 1 && run.lowMs == run.highMs; };
  const bool once = isOnce(now) || isOnce(before);
  const QString ratio = ratioText(now.medianMs, before.medianMs);
  const QString words = !now.code.isEmpty() && now.code == before.code ? QObject::tr("the same code")
                        : overlap                                      ? QObject::tr("indistinguishable")
                        : once                                         ? QObject::tr("%1 in 1 run").arg(ratio)
                                                                       : ratio;
  return now.math == before.math ? words : QObject::tr("%1, other arithmetic").arg(words);
}

QString spreadText(const RunRow& run) {
  if (run.samples == 1 && run.lowMs == run.highMs) return QObject::tr("1 run");
  return QStringLiteral("± %1").arg(timeOf((run.highMs - run.lowMs) / 2));
}

QString referenceRatio(const RunRow& run) {
  RunRow reference = run;
  reference.code.clear();
  reference.medianMs = run.reference.ms;
  reference.samples = run.reference.samples;
  const bool known = run.reference.lowMs > 0;
  reference.lowMs = known ? run.reference.lowMs : run.reference.ms;
  reference.highMs = known ? run.reference.highMs : run.reference.ms;
  return compareRuns(run, reference);
}

QString referenceDoubt(const RunRow& run) {
  if (run.reference.blasExpected.isEmpty()) return {};
  return QObject::tr("%1, which do not use what this processor can do (%2 kernels would): the reference takes too long")
      .arg(run.reference.blas, run.reference.blasExpected);
}

QString loadText(const RunRow& run) {
  if (run.otherCores <= kQuietCores) return {};
  return QObject::tr("%1 other cores were busy").arg(run.otherCores, 0, 'f', 1);
}

bool isOnThisProcessor(const QString& target) {
  const TargetDescriptor* known = findTarget(target.toStdString());
  return known && known->onThisProcessor;
}

bool isEmulated(const QString& target) {
  const TargetDescriptor* known = findTarget(target.toStdString());
  return known && known->emulated;
}

bool isEmulated(const RunRow& run) { return isEmulated(run.target); }

bool isWrong(const RunRow& run) { return run.checked && !run.ok; }

QString nameOf(const RunRow& run) {
  QStringList parts{run.label, run.math, run.aside};
  parts.removeAll(QString());
  return parts.join(QStringLiteral(" · "));
}

QString targetOf(const RunRow& run) {
  if (!isOnThisProcessor(run.target)) return run.target;
  return run.threads == 1 ? QObject::tr("%1 · 1 thread").arg(run.target)
                          : QObject::tr("%1 · %2 threads").arg(run.target).arg(run.threads);
}

QString referenceName(const QString& kind) {
  if (kind == QLatin1String("reference")) return QObject::tr("the reference");
  if (kind == QLatin1String("unscheduled program")) return QObject::tr("the unscheduled program");
  return kind;
}

QString checkWords(const RunRow& run) {
  if (!run.error.isEmpty()) return run.error;
  if (!run.checked) return QObject::tr("the result was not checked");
  return run.ok ? QObject::tr("the result is right: it matches %1").arg(referenceOf(run))
                : QObject::tr("the result is wrong: %1").arg(run.difference);
}

void RunModel::add(RunRow run) {
  beginInsertRows({}, int(runs_.size()), int(runs_.size()));
  runs_.push_back(std::move(run));
  endInsertRows();
}

void RunModel::setRuns(std::vector<RunRow> runs) {
  const size_t common = std::min(runs.size(), runs_.size());
  bool same = true;
  for (size_t i = 0; i < common; ++i) {
    if (runs[i].node == runs_[i].node && runs[i].conditions == runs_[i].conditions && runs[i].aside == runs_[i].aside) {
      runs[i].figures = runs_[i].figures;
    }
    same = same && runs[i] == runs_[i];
  }
  if (!same || runs.size() < runs_.size()) {
    beginResetModel();
    runs_ = std::move(runs);
    endResetModel();
    return;
  }
  for (size_t i = common; i < runs.size(); ++i) add(std::move(runs[i]));
}

void RunModel::setTheme(const QVariant& wrong, const QVariant& dim) {
  wrong_ = wrong, dim_ = dim;
  if (!runs_.empty()) Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, kColumns - 1), {Qt::ForegroundRole});
}

void RunModel::setFigures(const std::map<int, RunFigures>& figures) {
  bool changed = false;
  for (const auto& [row, f] : figures) {
    RunRow& run = runs_[size_t(row)];
    RunFigures now = f;
    if (!now.abovePeak && now.peakFraction <= 0) now.peakFraction = run.figures.peakFraction;
    changed = changed || run.figures != now;
    run.figures = std::move(now);
  }
  if (!changed) return;
  Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, kColumns - 1));
  Q_EMIT shownChanged();
}

void RunModel::setChoice(const QString& target, const QString& math) {
  if (target == target_ && math == math_) return;
  target_ = target, math_ = math;
  Q_EMIT shownChanged();
}

const RunRow* RunModel::of(int node) const {
  for (auto run = runs_.rbegin(); run != runs_.rend(); ++run)
    if (run->node == node && run->aside.isEmpty() && run->target == target_ && run->math == math_) return &*run;
  return nullptr;
}

std::vector<const RunRow*> RunModel::comparable() const {
  const auto counts = [this](const RunRow& run) {
    return run.medianMs > 0 && run.aside.isEmpty() && run.target == target_ && !isEmulated(run);
  };
  const auto newest = std::find_if(runs_.rbegin(), runs_.rend(), counts);
  std::map<std::pair<int, QString>, const RunRow*> last;
  for (const RunRow& run : runs_)
    if (counts(run) && run.conditions == newest->conditions) last.insert_or_assign({run.node, run.math}, &run);
  std::vector<const RunRow*> found;
  for (const auto& [key, run] : last) found.push_back(run);
  return found;
}

void RunModel::setShown(int node) {
  if (node == shown_) return;
  shown_ = node;
  Q_EMIT shownChanged();
}

void RunModel::setChallenge(std::optional<Result<Challenge>> challenge) {
  challenge_ = std::move(challenge);
  Q_EMIT shownChanged();
}

void RunModel::setCompared(std::optional<int> node) {
  if (node == compared_) return;
  compared_ = node;
  Q_EMIT shownChanged();
}

int RunModel::shownIndex() const {
  const RunRow* run = of(shown_);
  return run ? int(run - runs_.data()) : -1;
}

const RunRow* RunModel::previous(int index) const {
  const RunRow& run = runs_[size_t(index)];
  if (isEmulated(run) || isWrong(run)) return nullptr;
  const auto ran = [&run](const RunRow& r) {
    return r.medianMs >= 0 && r.conditions == run.conditions && r.target == run.target && r.aside == run.aside &&
           !isWrong(r);
  };
  const auto lastOf = [&](int node) -> const RunRow* {
    const RunRow* found = nullptr;
    for (const RunRow& r : runs_)
      if (r.node == node && ran(r) && (r.math == run.math || !found || found->math != run.math)) found = &r;
    return found;
  };
  if (compared_ && run.node != *compared_) return lastOf(*compared_);
  for (int i = index - 1; i >= 0; --i) {
    const RunRow& r = runs_[size_t(i)];
    if (!ran(r) || (r.node == run.node && r.math == run.math)) continue;
    if (r.node == run.node) return &r;
    break;
  }
  for (const int node : run.before)
    if (const RunRow* found = lastOf(node)) return found;
  return nullptr;
}

int RunModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : int(runs_.size()); }
int RunModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : int(kColumns); }

QVariant RunModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= int(runs_.size())) return {};
  const RunRow& r = runs_[size_t(index.row())];
  if (role == Qt::ToolTipRole && index.column() == kEstimate) return estimateText(r.medianMs, r.figures.estimateMs);
  if (role == Qt::ToolTipRole && index.column() == kReference && !r.reference.blas.isEmpty())
    return r.reference.blasExpected.isEmpty() ? r.reference.blas : referenceDoubt(r);
  if (role == Qt::ToolTipRole && index.column() == kMedian && r.together > 1)
    return tr("%1 in this run; the time comes from %2 runs of the same code").arg(timeOf(r.ownMs)).arg(r.together);
  if (role == Qt::ToolTipRole) return r.error.isEmpty() ? r.call : r.error;
  if (role == Qt::TextAlignmentRole && index.column() > kTarget) return int(Qt::AlignRight | Qt::AlignVCenter);
  if (role == Qt::ForegroundRole && wrong_.isValid() && (isWrong(r) || !r.error.isEmpty())) return wrong_;
  if (role == Qt::ForegroundRole && dim_.isValid() && !r.aside.isEmpty()) return dim_;
  if (role != Qt::DisplayRole) return {};
  const bool ran = r.medianMs >= 0, timed = ran && !isEmulated(r) && !isWrong(r);
  switch (index.column()) {
    case kLabel:
      return nameOf(r);
    case kTarget:
      return targetOf(r);
    case kMedian:
      return !ran ? tr("failed") : isEmulated(r) ? tr("emulated") : timeOf(r.medianMs);
    case kSpread:
      return ran && !isEmulated(r) ? spreadText(r) : QString();
    case kGflops:
      return timed ? performanceOf(r) : QString();
    case kEstimate:
      return timed && r.figures.estimateMs > 0 ? tr("%1 · %2×")
                                                     .arg(timeOf(r.figures.estimateMs))
                                                     .arg(r.medianMs / r.figures.estimateMs, 0, 'f',
                                                          r.medianMs / r.figures.estimateMs >= 9.95 ? 0 : 1)
                                               : QString();
    case kReference:
      return timed && r.reference.ms > 0
                 ? referenceRatio(r) + (r.reference.blasExpected.isEmpty() ? QString() : QStringLiteral(" (!)"))
                 : QString();
    case kCheck:
      return !r.checked ? QString()
             : r.ok     ? (r.reference.kind.isEmpty() ? QStringLiteral("✓") : tr("✓ matches %1").arg(referenceOf(r)))
                        : tr("✗ wrong result");
  }
  return {};
}

QVariant RunModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section < 0 || section >= kColumns) return {};
  if (role == Qt::TextAlignmentRole && section <= kTarget) return int(Qt::AlignLeft | Qt::AlignVCenter);
  if (role != Qt::DisplayRole) return {};
  const QString names[] = {tr("State"),
                           tr("Target"),
                           tr("Median"),
                           tr("Spread"),
                           tr("Speed"),
                           tr("Model · measured"),
                           tr("Against the reference"),
                           tr("Check")};
  return names[section];
}

QString performanceOf(const RunRow& run) {
  const auto digits = [](double value) { return value >= 100 ? 0 : 1; };
  if (run.gflops > 0) return RunModel::tr("%1 GFLOP/s").arg(run.gflops, 0, 'f', digits(run.gflops));
  if (run.gops > 0) return RunModel::tr("%1 GOP/s").arg(run.gops, 0, 'f', digits(run.gops));
  return RunModel::tr("%1 GB/s").arg(run.gbps, 0, 'f', digits(run.gbps));
}

Attempt attemptOf(const RunRow& run) {
  // The unscheduled program has no separate baseline.
  const double start = run.primitives == 0 ? run.medianMs : run.baselineMs;
  const double ms = isEmulated(run) ? 0 : run.medianMs;  // the emulator's time is none of the processor
  return {run.primitives,       run.checked && run.ok,           std::max(ms, 0.0),
          std::max(start, 0.0), std::max(run.reference.ms, 0.0), run.counts,
          run.startCounts};
}

QString countWords(const Countable& what) { return labelWords(what.words()); }

QString challengeText(const Challenge& challenge) {
  QStringList parts;
  if (challenge.timesStart > 0) parts << RunModel::tr("%1 times as fast as the start").arg(challenge.timesStart);
  if (challenge.timesReference > 0)
    parts << RunModel::tr("%1 times as fast as the reference").arg(challenge.timesReference);
  for (const CountedGoal& goal : challenge.counted) {
    const QString what = countWords(*goal.what);
    parts << (goal.most > 0 ? RunModel::tr("at most %1 %2").arg(goal.most).arg(what)
                            : RunModel::tr("%1 times fewer %2 than the start").arg(goal.fewer).arg(what));
  }
  if (challenge.steps > 0)
    parts << (challenge.steps == 1 ? RunModel::tr("in at most 1 step")
                                   : RunModel::tr("in at most %1 steps").arg(challenge.steps));
  return parts.join(RunModel::tr(", "));
}

QString verdictText(const Challenge& challenge, const RunRow& run) {
  if (isWrong(run)) return RunModel::tr("✗ the result is wrong");
  const Attempt attempt = attemptOf(run);
  QStringList missed, reached;  // what is missing comes first, because space is limited
  const auto speed = [&](double asked, double theirs, const QString& untimed) {
    if (asked <= 0) return;
    const double times = attempt.ms > 0 && theirs > 0 ? theirs / attempt.ms : 0;
    (times >= asked ? reached : missed) << (times > 0 ? RunModel::tr("%1 of %2×").arg(times, 0, 'g', 3).arg(asked)
                                                      : untimed);
  };
  speed(challenge.timesStart, attempt.startMs, RunModel::tr("the start is not timed"));
  speed(challenge.timesReference, attempt.referenceMs, RunModel::tr("the reference is not timed"));
  for (const CountedGoal& goal : challenge.counted) {
    const QString what = countWords(*goal.what);
    const auto got = attempt.counts.find(goal.what->name), start = attempt.startCounts.find(goal.what->name);
    if (got == attempt.counts.end() || (goal.fewer > 0 && start == attempt.startCounts.end()))
      missed << RunModel::tr("%1 not counted").arg(what);
    else if (goal.most > 0)
      (got->second <= goal.most ? reached : missed)
          << RunModel::tr("%1 of at most %2 %3").arg(got->second, 0, 'g', 4).arg(goal.most).arg(what);
    else
      (got->second * goal.fewer <= start->second ? reached : missed)
          << RunModel::tr("%1 of %2× fewer %3")
                 .arg(start->second / std::max(got->second, 1e-9), 0, 'g', 3)
                 .arg(goal.fewer)
                 .arg(what);
  }
  if (challenge.steps > 0)
    (attempt.steps <= challenge.steps ? reached : missed)
        << RunModel::tr("%1 of %2 steps").arg(attempt.steps).arg(challenge.steps);
  return (judge(challenge, attempt).met ? RunModel::tr("✓ %1") : RunModel::tr("✗ %1"))
      .arg((missed + reached).join(RunModel::tr(", ")));
}

}  // namespace lw
