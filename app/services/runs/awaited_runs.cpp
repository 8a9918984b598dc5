#include "app/services/runs/awaited_runs.h"

#include "app/models/document/change_queue.h"
#include "app/models/document/document.h"
#include "app/models/document/messages.h"
#include "app/models/document/no_program.h"
#include "app/models/support/job_runner.h"
#include "app/models/text/translate_messages.h"
#include "app/services/runs/code_approval.h"
#include "app/services/runs/run_job.h"
#include "app/services/runs/run_records.h"
#include "app/services/schedule/state_labels.h"
#include "backends/emulator/emulator.h"
#include "core/ir/ndarray.h"
#include "core/ir/size_row.h"

namespace lw {
namespace {

// One problem for each finding.
std::vector<Problem> emulatorProblems(const EmulatorReport& report) {
  std::vector<Problem> list;
  for (const GpuFinding& finding : report.findings) {
    list.push_back(problemOf(Problem::Severity::Error, {}, reasonWords(finding.explanation)));
    list.back().hint = hintWords(finding.explanation);
    list.back().blocks = finding.explanation.blocks;
  }
  return list;
}

}  // namespace

struct AwaitedRuns::Search {
  int first = -1;  // index on the path of the first state with a wrong result
  QString difference, failure;
  static Search among(const std::vector<RunJob>& checks, const Stop& stop, const std::function<void(int)>& tell);
};

AwaitedRuns::AwaitedRuns(Document& document, RunRecords& records, const RunJobs& runJobs, CodeApproval& approval,
                         Messages& messages, JobRunner& jobs)
    : document_(document), records_(records), runJobs_(runJobs), approval_(approval), messages_(messages), jobs_(jobs) {
  connect(&document_, &Document::replaced, this, [this] { emulated_.clear(); });
  connect(&approval_, &CodeApproval::denied, this,
          [this] { messages_.say(tr("Not run: the program's code was not allowed")); });
}

void AwaitedRuns::run() {
  if (!document_.hasProgram()) return messages_.say(noProgramWords(document_));
  if (jobs_.busy(Channel::Run)) return messages_.say(tr("A run is in progress: cancel it first"));
  const int node = document_.history().current();
  if (approval_.ask(document_.functionAt(node))) return;
  Q_EMIT progressed(tr("starting"), 0);
  jobs_.runTelling<RunDone>(
      Channel::Run,
      [this, job = runJobs_.of(node, runJobs_.requested())](const Stop& stop, const JobRunner::Tell& tell) {
        return job(stop, [&](const std::string& phase, double fraction) {
          tell([this, text = QString::fromStdString(phase), fraction] { Q_EMIT progressed(text, fraction); });
        });
      },
      [this, program = document_.session()->program()](RunDone done) {
        if (done.cancelled) {  // the user cancelled: no failure
          end();
          return messages_.say(tr("Run cancelled"));
        }
        document_.changes()->run(
            [this, program, done = std::move(done)]() mutable { record(program, std::move(done)); });
      },
      [this] { end(); });
}

void AwaitedRuns::record(const std::string& program, RunDone done) {
  const int node = done.record.node;
  if (!done.report && toldFindings_) messages_.say({});
  toldFindings_ = !done.emulated.isEmpty();
  if (done.report) emulated_.insert_or_assign({done.record.program, node}, done.report);
  done.values.text = QString::fromStdString(done.record.program + done.record.context);
  records_.add(program, std::move(done.record), done.report ? emulatorProblems(*done.report) : std::vector<Problem>());
  if (document_.hasProgram() && node < document_.history().size())
    done.values.origin = node == 0 ? tr("from the run as written")
                                   : tr("from the run of %1").arg(stateLabels(document_.history())[size_t(node)]);
  Q_EMIT valuesFound(done.values);
  if (!done.emulated.isEmpty()) messages_.say(done.emulated);
  end();
}

// ---- a row of sizes ----

namespace {

SweepRow sweepRowOf(int64_t size, const RunDone& done) {
  const RunRecord& run = done.record;
  SweepRow row;
  row.size = size;
  row.error = QString::fromStdString(run.error);
  if (!run.error.empty()) return row;
  row.medianMs = run.medianMs, row.lowMs = run.lowMs, row.highMs = run.highMs;
  row.gflops = run.gflops > 0 ? run.gflops : run.gops;
  row.integers = run.gflops <= 0 && run.gops > 0;
  row.checked = run.checked, row.ok = run.ok;
  return row;
}

}  // namespace

std::vector<std::string> AwaitedRuns::sizes() const {
  if (!document_.hasProgram()) return {};
  return symbolicSizes(document_.functionAt(document_.history().current()));
}

std::optional<Explanation> AwaitedRuns::sweep(const QString& text) {
  if (!document_.hasProgram() || jobs_.busy(Channel::Run)) return std::nullopt;
  const int node = document_.history().current();
  const Result<SizeRow> row = parseSizeRow(text.toStdString(), document_.functionAt(node));
  if (!row) return row.error();
  if (approval_.ask(document_.functionAt(node))) return std::nullopt;
  std::vector<std::pair<int64_t, RunJob>> runs;
  for (const int64_t value : row->values) {
    RunLimits limits = runJobs_.requested();
    limits.keepValues = false;
    limits.size = {row->size, value};
    runs.emplace_back(value, runJobs_.of(node, limits));
  }
  const QString size = QString::fromStdString(row->size);
  Q_EMIT swept(size, {});
  Q_EMIT progressed(tr("starting"), 0);
  jobs_.runTelling<bool>(
      Channel::Run,
      [this, runs = std::move(runs), size](const Stop& stop, const JobRunner::Tell& tell) {
        std::vector<SweepRow> rows;
        for (const auto& [value, job] : runs) {
          tell([this, size, value = value, share = double(rows.size()) / double(runs.size())] {
            Q_EMIT progressed(QStringLiteral("%1 = %2").arg(size).arg(value), share);
          });
          const RunDone done = job(stop, {});
          if (stop()) break;
          rows.push_back(sweepRowOf(value, done));
          tell([this, size, rows] { Q_EMIT swept(size, rows); });
          if (done.late) break;  // a larger size would take longer
        }
        return true;
      },
      [this](bool) { end(); }, [this] { end(); });
  return std::nullopt;
}

void AwaitedRuns::cancel() { jobs_.cancel(Channel::Run); }

std::shared_ptr<const EmulatorReport> AwaitedRuns::emulated() const {
  if (!document_.hasProgram() || !isEmulated(records_.model()->target())) return nullptr;
  const auto found = emulated_.find({records_.programHash(), document_.history().current()});
  return found == emulated_.end() ? nullptr : found->second;
}

QStringList AwaitedRuns::findings() const {
  QStringList sentences;
  if (const auto report = emulated())
    for (const GpuFinding& finding : report->findings) sentences << reasonWords(finding.explanation);
  return sentences;
}

// ---- which step broke the result ----

void AwaitedRuns::findBreakingStep(int node) {
  if (!document_.hasProgram() || jobs_.busy(Channel::Run)) return;
  const std::vector<int> path = document_.history().pathTo(node);
  std::vector<RunJob> checks;
  for (const int state : path)
    checks.push_back(runJobs_.of(state, {.samples = 1, .seconds = 0, .timeoutSeconds = runJobs_.quickTimeout()}));
  Q_EMIT progressed(tr("searching for the step"), 0);
  jobs_.runTelling<Search>(
      Channel::Run,
      [this, checks](const Stop& stop, const JobRunner::Tell& tell) {
        return Search::among(checks, stop, [&](int step) {
          tell([this, step] { Q_EMIT progressed(tr("checking step %1").arg(step), 0); });
        });
      },
      [this, path](const Search& found) {
        end();
        if (document_.hasProgram()) takeSearch(path, found);
      },
      [this] { end(); });
}

// Bisection: all states up to `right` are correct, all from `wrong` on are wrong.
AwaitedRuns::Search AwaitedRuns::Search::among(const std::vector<RunJob>& checks, const Stop& stop,
                                               const std::function<void(int)>& tell) {
  Search found;
  int right = -1, wrong = int(checks.size());
  while (wrong - right > 1 && !stop()) {
    const int middle = right + (wrong - right) / 2;
    tell(middle);
    const RunDone done = checks[size_t(middle)](stop, {});
    if (!done.record.error.empty() || !done.record.checked) {
      found.failure = done.record.error.empty() ? AwaitedRuns::tr("there is no reference to check against")
                                                : QString::fromStdString(done.record.error);
      return found;
    }
    (done.record.ok ? right : wrong) = middle;
    if (!done.record.ok) found.difference = QString::fromStdString(done.record.difference);
  }
  if (!stop() && wrong < int(checks.size())) found.first = wrong;
  return found;
}

void AwaitedRuns::takeSearch(const std::vector<int>& path, const Search& found) {
  if (!found.failure.isEmpty()) return messages_.say(tr("The search stopped: %1").arg(found.failure));
  if (found.first < 0) return messages_.say(tr("Every state up to this one gives the right result"));
  const int broken = path[size_t(found.first)];
  if (broken >= document_.history().size()) return;
  const QString title = QString::fromStdString(document_.history().node(broken).title);
  const QString step = found.first == 0 ? tr("the program as written") : tr("step %1, %2").arg(found.first).arg(title);
  const QString message = tr("The first state with a wrong result is %1: %2").arg(step, found.difference);
  messages_.addStepProblems({problemOf(Problem::Severity::Error, tr("step %1").arg(found.first), message)});
  messages_.publish();
  messages_.say(message);
  Q_EMIT breakingStepFound(broken);
}

}  // namespace lw
