// Runs that serve a question: how fast each step is, timed while nothing else is done, and which step broke the result.
#include <algorithm>

#include "app/services/workbench.h"
#include "backends/targets/targets.h"

namespace lw {
namespace {

// Enough for a bar in the trace.
constexpr int kQuickSamples = 5;
constexpr double kQuickSeconds = 1.5;

}  // namespace

const Workbench::Untimed* Workbench::untimed(int node) const {
  const auto found = untimed_.find({shownHash_, node});
  return found == untimed_.end() ? nullptr : &found->second;
}

void Workbench::setAutoMeasure(bool on) {
  autoMeasure_ = on;
  if (on) return measureSoon();
  measurePause_.stop();
  worker_.cancel(Worker::kMeasure);
  timing_ = -1;
  Q_EMIT measuring({});
}

void Workbench::measureSoon() {
  if (autoMeasure_) measurePause_.start();
}

// The shown state first, then those on the way to it that have no time yet.
std::optional<int> Workbench::nextToMeasure() const {
  std::vector<int> wanted = history().pathTo(history().current());
  std::reverse(wanted.begin(), wanted.end());
  for (const int node : wanted) {
    const History::Node& state = history().node(node);
    if (state.lost.empty() && !runs_.of(node) && !untimed(node) &&
        isAllowed(state.schedule.program().function(shownFunction())))
      return node;
  }
  return std::nullopt;
}

void Workbench::measureNext() {
  if (!autoMeasure_ || !hasProgram() || !targetDescriptor().onThisProcessor || worker_.busy(Worker::kMeasure)) return;
  if (!idle()) return measureSoon();
  const std::optional<int> node = nextToMeasure();
  if (!node) return Q_EMIT measuring({});
  const int step = int(history().pathTo(*node).size()) - 1;
  timing_ = *node;
  Q_EMIT measuring(step == 0 ? tr("timing the start…") : tr("timing step %1…").arg(step));
  worker_.run<RunDone>(
      Worker::kMeasure, runJob(*node, {kQuickSamples, kQuickSeconds, quickTimeout_}, {}),
      [this, document = document_, program = session_->program()](RunDone done) {
        if (document != document_) return;
        timing_ = -1;
        if (!done.cancelled && !done.record.error.empty()) giveUp(done.record);
        Q_EMIT measuring({});
        measureSoon();
        if (done.cancelled || !done.record.error.empty()) return;
        change([this, program, done = std::move(done)]() mutable { recordRun(program, std::move(done.record)); });
      });
}

// Whether it is slow or stands still is for a run to say that somebody waits for.
void Workbench::giveUp(const RunRecord& record) {
  const bool late = record.error.find("did not end within") != std::string::npos ||
                    record.error.find("did not finish within") != std::string::npos;
  untimed_[{record.program, record.node}] = {record.error, late};
  Q_EMIT historyChanged();
}

// ---- which step broke the result ----

void Workbench::findBreakingStep(int node) {
  if (!hasProgram() || worker_.busy(Worker::kRun)) return;
  const std::vector<int> path = history().pathTo(node);
  std::vector<RunJob> checks;
  for (const int state : path) checks.push_back(runJob(state, {1, 0, quickTimeout_}, {}));
  worker_.cancel(Worker::kMeasure);
  Q_EMIT runProgress(tr("looking for the step"), 0);
  struct Found {
    int first = -1;  // on the path, of the states whose results are wrong
    QString difference, failure;
  };
  worker_.run<Found>(
      Worker::kRun,
      [this, checks](const Stop& stop) {
        Found found;
        int right = -1, wrong = int(checks.size());  // everything before is right; from here on wrong
        while (wrong - right > 1 && !stop()) {
          const int middle = right + (wrong - right) / 2;
          worker_.post([this, middle] { Q_EMIT runProgress(tr("checking step %1").arg(middle), 0); });
          const RunDone done = checks[size_t(middle)](stop);
          if (!done.record.error.empty() || !done.record.checked) {
            found.failure = done.record.error.empty() ? tr("there is nothing to check against")
                                                      : QString::fromStdString(done.record.error);
            return found;
          }
          (done.record.ok ? right : wrong) = middle;
          if (!done.record.ok) found.difference = QString::fromStdString(done.record.difference);
        }
        if (!stop() && wrong < int(checks.size())) found.first = wrong;
        return found;
      },
      [this, path, document = document_](Found found) {
        Q_EMIT runProgress({}, 0);
        if (document != document_ || !hasProgram()) return;
        if (!found.failure.isEmpty()) return Q_EMIT notice(tr("the search stopped: %1").arg(found.failure));
        if (found.first < 0) return Q_EMIT notice(tr("every state up to this one gives the right result"));
        const int broken = path[size_t(found.first)];
        if (broken >= history().size()) return;
        const QString step =
            found.first == 0
                ? tr("the program as written")
                : tr("step %1, %2").arg(found.first).arg(QString::fromStdString(history().node(broken).title));
        const QString message = tr("%1 is the first whose result is wrong: %2").arg(step, found.difference);
        stepProblems_.insert(
            stepProblems_.begin(),
            {Problem::Severity::Error, tr("step %1").arg(found.first), message, {}, {}, {}, {}, {}, {}});
        Q_EMIT problemsChanged();
        Q_EMIT notice(message);
        goTo(broken);
      });
}

}  // namespace lw
