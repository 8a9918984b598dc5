#include "app/services/runs/run_records.h"

#include "app/models/document/document.h"
#include "app/models/document/document_text.h"
#include "app/models/document/messages.h"
#include "app/models/runs/target_choice.h"
#include "app/services/runs/pooled_times.h"
#include "app/services/schedule/state_labels.h"
#include "backends/target/target.h"
#include "backends/targets/targets.h"
#include "core/text/print/printer.h"

namespace lw {

RunRecords::RunRecords(Document& document, DocumentText& text, const TargetChoice& target, Messages& messages)
    : document_(document), text_(text), target_(target), messages_(messages) {}

void RunRecords::add(const std::string& program, RunRecord record, std::vector<Problem> found) {
  Session* session = document_.session();
  Workspace* workspace = session ? session->workspaceOf(program) : nullptr;
  if (!workspace || record.node >= workspace->history.size()) return;
  addBaseline(*workspace, record);
  workspace->runs.push_back(record);
  const bool shown = program == session->program() && record.function == session->function();
  if (!shown) messages_.say(tr("The run is recorded for %1").arg(QString::fromStdString(record.function)));
  refresh();
  if (shown) tellFailure(std::move(found));
  Q_EMIT recorded();
}

// The run of the unscheduled program is the baseline of the others.
void RunRecords::addBaseline(const Workspace& workspace, RunRecord& record) const {
  if (record.baselineMs > 0 || record.node == 0) return;
  for (const RunRecord& earlier : workspace.runs)
    if (earlier.node == 0 && earlier.medianMs > 0 && (earlier.ok || !earlier.checked) && earlier.math == record.math &&
        conditionsOf(earlier) == conditionsOf(record))
      record.baselineMs = earlier.medianMs;
}

void RunRecords::tellFailure(std::vector<Problem> found) {
  const RunRow* row = model_.last();
  if (!row || (row->error.isEmpty() && !isWrong(*row))) return;
  const QString what = isWrong(*row) ? tr("The result is wrong: %1").arg(row->difference) : row->error;
  if (found.empty()) found.push_back(problemOf(Problem::Severity::Error, {}, what));
  for (Problem& problem : found) problem.place = nameOf(*row);
  messages_.addStepProblems(found);
  messages_.publish();
}

const std::string& RunRecords::stateHash(int node) {
  const PrimFunc& function = document_.functionAt(node);
  KnownHash& known = stateHashes_.try_emplace(node, KnownHash{function.body, {}}).first->second;
  if (known.hash.empty() || !known.body.sameAs(function.body)) known = {function.body, hashOf(print(function).text)};
  return known.hash;
}

// Why a run does not belong to the current program. Records of older versions have no hashes of state and context.
QString RunRecords::asideOf(const RunRecord& record) {
  if (document_.history().node(record.node).removed) return tr("removed");
  const bool before = record.program != programHash_ || (!record.context.empty() && record.context != contextHash_) ||
                      (!record.state.empty() && record.state != stateHash(record.node));
  if (before) return tr("earlier text");
  const TargetDescriptor* target = findTarget(record.target);
  if (target && target->onThisProcessor && !record.device.empty() && record.device != cpuInfo().model)
    return tr("on %1").arg(QString::fromStdString(record.device));
  return {};
}

RunRow RunRecords::rowOf(const RunRecord& record, const std::vector<QString>& labels) {
  const History& tree = document_.history();
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
  row.packedOnce = QString::fromStdString(record.packedOnce);
  row.packingMs = record.packingMs;
  row.compileMs = record.compileMs;
  row.codeKnown = record.codeKnown;
  row.gops = record.gops;
  row.gflops = record.gflops, row.gbps = record.gbps, row.figures.peakFraction = record.peakFraction;
  row.checked = record.checked, row.ok = record.ok;
  row.maxAbsError = record.maxAbsError, row.maxRelError = record.maxRelError;
  row.difference = QString::fromStdString(record.difference);
  row.reference.kind = QString::fromStdString(record.referenceKind);
  if (record.referenceMs > 0) row.reference.ms = record.referenceMs;
  if (record.baselineMs > 0) row.baselineMs = record.baselineMs;
  row.sums = record.sums;
  row.counts = record.counts, row.startCounts = record.startCounts;
  row.ownMs = row.medianMs;
  row.reference.samples = record.referenceRuns;
  if (record.referenceRuns > 0)
    row.reference.lowMs = record.referenceLowMs, row.reference.highMs = record.referenceHighMs;
  row.code = QString::fromStdString(record.code);
  if (!record.blasKernels.empty() || !record.blasExpected.empty())
    row.reference.blas = record.blasLibrary.empty() ? tr("plain loops, without OpenBLAS")
                                                    : tr("%1, %2 kernels")
                                                          .arg(QString::fromStdString(record.blasLibrary),
                                                               QString::fromStdString(record.blasKernels));
  row.reference.blasExpected = QString::fromStdString(record.blasExpected);
  row.otherCores = record.otherCores;
  row.figures.abovePeak = record.abovePeak;
  return row;
}

void RunRecords::follow() {
  model_.setChallenge(challengeFromComments(text_.content()));
  stateHashes_.clear();
  if (!document_.hasProgram()) return model_.clear();
  programHash_ = hashOf(print(document_.functionAt(0)).text);
  contextHash_ = lw::contextHash(*document_.workspace().source);
  refresh();
  model_.setShown(document_.history().current());
}

// Leaves unchanged rows alone.
void RunRecords::refresh() {
  if (!document_.hasProgram()) return;
  const QString math = QString::fromStdString(toText(target_.math())).replace(',', QStringLiteral(", "));
  model_.setChoice(target_.name(), target_.descriptor().floatMath ? math : QString());
  std::vector<RunRow> rows;
  std::vector<QString> labels;
  for (const RunRecord& record : document_.workspace().runs) {
    if (record.function != document_.session()->function()) continue;
    if (labels.empty()) labels = stateLabels(document_.history());
    rows.push_back(rowOf(record, labels));
  }
  poolTimes(rows);
  model_.setRuns(std::move(rows));
}

}  // namespace lw
