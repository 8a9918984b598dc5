// What the views are told of the runs: which of them are of the program as it is, under which labels, and what they may
// be compared with.
#include "app/services/state_labels.h"
#include "app/services/workbench.h"
#include "backends/target/target.h"
#include "backends/targets/targets.h"
#include "core/text/print/printer.h"

namespace lw {

void Workbench::recordRun(const std::string& program, RunRecord record, std::vector<Problem> found) {
  Workspace* workspace = session_ ? session_->workspaceOf(program) : nullptr;
  if (!workspace || record.node >= workspace->history.size()) return;
  // The unscheduled program's own run is the baseline of the others.
  if (record.baselineMs <= 0 && record.node > 0)
    for (const RunRecord& earlier : workspace->runs)
      if (earlier.node == 0 && earlier.medianMs > 0 && (earlier.ok || !earlier.checked) &&
          earlier.math == record.math && conditionsOf(earlier) == conditionsOf(record))
        record.baselineMs = earlier.medianMs;
  workspace->runs.push_back(record);
  if (program != session_->program() || record.function != session_->function())
    Q_EMIT notice(tr("the run of %1 is recorded there").arg(QString::fromStdString(record.function)));
  refreshRuns();
  if (const RunRow* row = runs_.last(); row && program == session_->program() &&
                                        record.function == session_->function() &&
                                        (!row->error.isEmpty() || isWrong(*row))) {
    const QString what = isWrong(*row) ? tr("the result is wrong: %1").arg(row->difference) : row->error;
    if (found.empty()) found.push_back({Problem::Severity::Error, {}, what, {}, {}, {}, {}, {}, {}});
    for (Problem& problem : found) problem.place = nameOf(*row);
    stepProblems_.insert(stepProblems_.begin(), found.begin(), found.end());
    Q_EMIT problemsChanged();
  }
  Q_EMIT historyChanged();
}

const std::string& Workbench::stateHash(int node) {
  const PrimFunc& function = history().node(node).schedule.program().function(shownFunction());
  KnownHash& known = stateHashes_.try_emplace(node, KnownHash{function.body, {}}).first->second;
  if (known.hash.empty() || !known.body.sameAs(function.body)) known = {function.body, hashOf(print(function).text)};
  return known.hash;
}

// Why the numbers of a run are not those of the program as it is. A record of an older version has no hashes of state
// and context.
QString Workbench::asideOf(const RunRecord& record) {
  if (history().node(record.node).removed) return tr("removed");
  const bool before = record.program != shownHash_ || (!record.context.empty() && record.context != contextHash_) ||
                      (!record.state.empty() && record.state != stateHash(record.node));
  if (before) return tr("earlier text");
  const TargetDescriptor* target = findTarget(record.target);
  if (target && target->onThisProcessor && !record.device.empty() && record.device != cpuInfo().model)
    return tr("on %1").arg(QString::fromStdString(record.device));
  return {};
}

RunRow Workbench::rowOf(const RunRecord& record, const std::vector<QString>& labels) {
  const History& tree = history();
  const int node = record.node;
  RunRow row;
  row.node = node;
  for (int before = tree.node(node).parent; before >= 0; before = tree.node(before).parent)
    row.before.push_back(before);
  row.step = int(row.before.size());
  row.primitives = tree.node(node).schedule.changeCount();
  row.call = row.step == 0 ? tr("as written") : QString::fromStdString(tree.node(node).title);
  row.named = !tree.node(node).name.empty();
  row.aside = asideOf(record);
  row.label = labels[size_t(node)].isEmpty() ? tr("step %1").arg(row.step) : labels[size_t(node)];
  row.conditions = QString::fromStdString(conditionsOf(record));
  row.target = QString::fromStdString(record.target);
  row.device = QString::fromStdString(record.device);
  row.math = QString::fromStdString(record.math).replace(',', QStringLiteral(", "));
  row.threads = record.threads;
  row.error = QString::fromStdString(record.error);
  if (!record.error.empty()) return row;
  row.samples = record.runs;
  row.medianMs = record.medianMs, row.minMs = record.minMs, row.maxMs = record.maxMs;
  row.lowMs = record.lowMs, row.highMs = record.highMs;
  row.compileMs = record.compileMs;
  row.codeKnown = record.codeKnown;
  row.gflops = record.gflops, row.gbps = record.gbps, row.peakFraction = record.peakFraction;
  row.checked = record.checked, row.ok = record.ok;
  row.maxAbsError = record.maxAbsError, row.maxRelError = record.maxRelError;
  row.difference = QString::fromStdString(record.difference);
  row.referenceKind = QString::fromStdString(record.referenceKind);
  if (record.referenceMs > 0) row.referenceMs = record.referenceMs;
  if (record.baselineMs > 0) row.baselineMs = record.baselineMs;
  return row;
}

// Of another text, function or document.
void Workbench::showRuns() {
  runs_.setChallenge(challengeFromComments(text_));
  stateHashes_.clear();
  if (!hasProgram()) return runs_.clear();
  shownHash_ = hashOf(print(history().node(0).schedule.program().function(shownFunction())).text);
  contextHash_ = contextHash(*session_->workspace().source);
  refreshRuns();
  runs_.setShown(history().current());
}

// Labels, and what is of an earlier text, follow the history; rows that are as before stay.
void Workbench::refreshRuns() {
  if (!hasProgram()) return;
  runs_.setChoice(target_, targetDescriptor().floatMath
                               ? QString::fromStdString(toText(math_)).replace(',', QStringLiteral(", "))
                               : QString());
  std::vector<RunRow> rows;
  std::vector<QString> labels;
  for (const RunRecord& record : session_->workspace().runs) {
    if (record.function != session_->function()) continue;
    if (labels.empty()) labels = stateLabels(history());
    rows.push_back(rowOf(record, labels));
  }
  runs_.setRuns(std::move(rows));
}

}  // namespace lw
