#include "app/window/trace/trace_rows.h"

#include <QCoreApplication>

#include "app/models/document/document.h"
#include "app/models/lowering/state_comparison.h"
#include "app/models/lowering/states_proof.h"
#include "app/models/program/state_views.h"
#include "app/models/runs/run_model.h"
#include "app/models/schedule/history_editor.h"
#include "app/models/support/services.h"
#include "app/models/text/number_text.h"
#include "app/models/text/translate_messages.h"
#include "app/services/runs/auto_measure.h"
#include "app/services/runs/run_job.h"
#include "app/services/schedule/state_labels.h"

namespace lw {
namespace {

class TraceRows {
  Q_DECLARE_TR_FUNCTIONS(TraceRows)

 public:
  explicit TraceRows(const Services& services) : services_(services), history_(services.get<Document>()->history()) {}
  TraceRow rowOf(const std::vector<int>& path, size_t at) const;
  BranchRow rowOf(const std::vector<Branch>& branches, size_t at) const;

 private:
  void addRun(TraceRow& row) const;

  const Services& services_;
  const History& history_;
};

TraceRow TraceRows::rowOf(const std::vector<int>& path, size_t at) const {
  const History::Node& node = history_.node(path[at]);
  TraceRow row;
  row.node = path[at];
  row.call = at == 0 ? tr("as written") : QString::fromStdString(node.title);
  if (at > 0) row.change = changeBetween(history_.node(path[at - 1]).schedule.program(), node.schedule.program());
  if (history_.isComposed(path[at]))
    for (const TitledState& step : statesOf(node.schedule, history_.node(node.parent).schedule.stepCount()))
      row.steps.push_back(QString::fromStdString(step.title));
  row.note = QString::fromStdString(node.note);
  row.remark = row.note.section('\n', 0, 0);
  row.bookmark = node.bookmark;
  row.by = QString::fromStdString(node.by);
  row.off = node.off;
  if (node.off) row.change = tr("switched off");
  if (!row.note.isEmpty()) row.change += QStringLiteral(" ✎");
  if (!node.lost.empty()) {
    row.change = tr("refused");
    row.check = TraceRow::Check::Failed;
    row.note = QString::fromStdString(node.lost) + (row.note.isEmpty() ? QString() : "\n\n" + row.note);
  }
  row.compared = services_.get<StateComparison>()->compared() == path[at];
  if (const auto proved = services_.get<StateComparison>()->proved(path[at])) {
    row.proved = proved->other == 0
                     ? tr("✓ proved")
                     : QStringLiteral("= %1").arg(services_.get<StateComparison>()->labelOf(proved->other));
    row.provedWords = tr("Proved: %1").arg(proved->words);
  }
  addRun(row);
  return row;
}

void TraceRows::addRun(TraceRow& row) const {
  if (const RunRow* run = services_.get<RunModel>()->of(row.node)) {
    if (!isEmulated(*run)) row.ms = run->medianMs;
    row.check = !run->error.isEmpty() ? TraceRow::Check::Failed
                : !run->checked       ? TraceRow::Check::None
                : run->ok             ? TraceRow::Check::Good
                                      : TraceRow::Check::Wrong;
    row.checkWords = checkWords(*run);
  } else if (const RunEstimate* estimate = services_.get<AutoMeasure>()->estimate(row.node)) {
    row.untimed = tr("≈ %1").arg(timeOf(estimate->ms));
    row.untimedWhy = tr("Estimated from a part of the iterations: %1 to %2. Run waits for the measured time.")
                         .arg(timeOf(estimate->lowMs), timeOf(estimate->highMs));
  } else if (const AutoMeasure::Untimed* untimed = services_.get<AutoMeasure>()->untimed(row.node)) {
    row.untimed = untimed->tooSlow ? tr("> %1 s").arg(services_.get<RunJobs>()->quickTimeout()) : QStringLiteral("–");
    row.untimedWhy = untimed->tooSlow ? tr("Not timed in the background: it took longer than %1 s. Run waits for it.")
                                            .arg(services_.get<RunJobs>()->quickTimeout())
                                      : tr("Not timed in the background: %1").arg(inWords(untimed->why));
  }
}

BranchRow TraceRows::rowOf(const std::vector<Branch>& branches, size_t at) const {
  const Branch& branch = branches[at];
  BranchRow row{branch.tip, branch.firstNode, branch.parent};
  row.named = !branch.name.empty();
  row.name = variantName(branches, at);
  if (branch.forkStep > 0) row.from = tr("from step %1").arg(branch.forkStep);
  row.steps = branch.steps == 1 ? tr("1 step") : tr("%1 steps").arg(branch.steps);
  if (const RunRow* run = services_.get<RunModel>()->of(branch.tip)) {
    const QString sign = !run->checked ? QString() : run->ok ? QStringLiteral(" ✓") : QStringLiteral(" ✗");
    row.time = run->medianMs < 0 ? tr("failed") : isEmulated(*run) ? sign.trimmed() : timeOf(run->medianMs) + sign;
    row.wrong = isWrong(*run) || run->medianMs < 0;
    row.check = checkWords(*run);
  }
  row.shown = branch.tip == services_.get<HistoryEditor>()->shownPath().back();
  return row;
}

}  // namespace

std::vector<TraceRow> traceRows(const Services& services) {
  const TraceRows make(services);
  const std::vector<int> path = services.get<HistoryEditor>()->shownPath();
  const int here =
      int(services.get<Document>()->history().pathTo(services.get<Document>()->history().current()).size()) - 1;
  std::vector<TraceRow> rows;
  for (size_t i = 0; i < path.size(); ++i) {
    rows.push_back(make.rowOf(path, i));
    rows.back().ahead = int(i) > here;
  }
  return rows;
}

std::vector<BranchRow> branchRows(const Services& services) {
  const TraceRows make(services);
  const std::vector<Branch> branches = branchesOf(services.get<Document>()->history());
  std::vector<BranchRow> rows;
  for (size_t i = 0; i < branches.size(); ++i) rows.push_back(make.rowOf(branches, i));
  return rows;
}

}  // namespace lw
