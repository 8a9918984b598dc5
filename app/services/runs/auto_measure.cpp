#include "app/services/runs/auto_measure.h"

#include <algorithm>

#include "app/models/document/change_queue.h"
#include "app/models/document/document.h"
#include "app/models/program/shown_program.h"
#include "app/models/runs/target_choice.h"
#include "app/models/support/job_runner.h"
#include "app/services/runs/code_approval.h"
#include "app/services/runs/run_job.h"
#include "app/services/runs/run_records.h"
#include "backends/targets/targets.h"

namespace lw {
namespace {

constexpr int kPause = 600;  // ms without requests
// Enough samples for a bar in the trace.
constexpr int kQuickSamples = 5;
constexpr double kQuickSeconds = 1.5;
constexpr double kSoonSeconds = 2;  // a state that takes longer gets an estimate first

}  // namespace

AutoMeasure::AutoMeasure(Document& document, ShownProgram& program, RunRecords& records, const RunJobs& runJobs,
                         const TargetChoice& target, const CodeApproval& approval, JobRunner& jobs,
                         std::function<bool()> idle)
    : document_(document),
      records_(records),
      runJobs_(runJobs),
      target_(target),
      approval_(approval),
      jobs_(jobs),
      idle_(std::move(idle)) {
  pause_.setSingleShot(true);
  pause_.setInterval(kPause);
  connect(&pause_, &QTimer::timeout, this, &AutoMeasure::measureNext);
  connect(&document_, &Document::replaced, this, [this] {
    untimed_.clear();
    estimates_.clear();
    timing_ = -1;
  });
  connect(&program, &ShownProgram::stateChosen, this, [this] {
    jobs_.cancel(Channel::Measure);  // the shown state has priority
    measureSoon();
  });
}

const AutoMeasure::Untimed* AutoMeasure::untimed(int node) const {
  const auto found = untimed_.find({records_.programHash(), node});
  return found == untimed_.end() ? nullptr : &found->second;
}

const RunEstimate* AutoMeasure::estimate(int node) const {
  const auto found = estimates_.find({records_.programHash(), node});
  return found == estimates_.end() || !target_.descriptor().onThisProcessor ? nullptr : &found->second;
}

void AutoMeasure::takeEstimate(const std::string& program, int node, const RunEstimate& estimate) {
  estimates_.insert_or_assign({program, node}, estimate);
  Q_EMIT estimated();
}

void AutoMeasure::setOn(bool on) {
  on_ = on;
  if (on) return measureSoon();
  pause_.stop();
  jobs_.cancel(Channel::Measure);
  timing_ = -1;
  Q_EMIT measuringChanged({});
}

void AutoMeasure::measureSoon() {
  if (on_) pause_.start();
}

// The shown state first, then the states on the path to it that have no time yet.
std::optional<int> AutoMeasure::nextNode() const {
  const History& history = document_.history();
  std::vector<int> wanted = history.pathTo(history.current());
  std::reverse(wanted.begin(), wanted.end());
  for (const int node : wanted)
    if (history.node(node).lost.empty() && !records_.model()->of(node) && !untimed(node) &&
        approval_.allows(document_.functionAt(node)))
      return node;
  return std::nullopt;
}

void AutoMeasure::measureNext() {
  if (!on_ || !document_.hasProgram() || !target_.descriptor().onThisProcessor || jobs_.busy(Channel::Measure)) return;
  if (!idle_()) return measureSoon();
  const std::optional<int> node = nextNode();
  if (!node) return Q_EMIT measuringChanged({});
  const int step = int(document_.history().pathTo(*node).size()) - 1;
  timing_ = *node;
  Q_EMIT measuringChanged(step == 0 ? tr("Timing the start…") : tr("Timing step %1…").arg(step));
  const double whole = runJobs_.quickTimeout(), soon = std::min(kSoonSeconds, whole);
  jobs_.runTelling<RunDone>(
      Channel::Measure,
      [this, at = *node, hash = records_.programHash(), whole, soon,
       first = runJobs_.of(*node, {kQuickSamples, kQuickSeconds, soon}), estimate = runJobs_.estimateOf(*node),
       patient = runJobs_.of(*node, {kQuickSamples, kQuickSeconds, whole})](const Stop& stop,
                                                                            const JobRunner::Tell& tell) {
        RunDone done = first(stop, {});
        if (!done.late || done.cancelled) return done;
        const std::optional<RunEstimate> found = estimate(stop);
        if (found) tell([this, hash, at, found] { takeEstimate(hash, at, *found); });
        const bool hopeless = whole <= soon || (found && found->lowMs > whole * 1000);
        return hopeless || stop() ? done : patient(stop, {});
      },
      [this, program = document_.session()->program()](RunDone done) { take(program, std::move(done)); },
      [this] {  // the document was closed
        Q_EMIT measuringChanged({});
        measureSoon();
      });
}

void AutoMeasure::take(const std::string& program, RunDone done) {
  timing_ = -1;
  if (!done.cancelled && !done.record.error.empty()) giveUp(done);
  Q_EMIT measuringChanged({});
  measureSoon();
  if (done.cancelled || !done.record.error.empty()) return;
  document_.changes()->run([this, program, record = std::move(done.record)] { records_.add(program, record); });
}

// Only a run that the user starts reports that a state is slow or does not terminate.
void AutoMeasure::giveUp(const RunDone& done) {
  untimed_[{done.record.program, done.record.node}] = {done.record.error, done.late};
  Q_EMIT gaveUp();
}

}  // namespace lw
