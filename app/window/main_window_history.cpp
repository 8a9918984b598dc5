// What the window shows of the history beside its rows: variants as a tree, provenance, notes.
#include <QFile>
#include <QFileInfo>
#include <QInputDialog>
#include <QMessageBox>
#include <QSplitter>

#include "app/services/schedule/state_labels.h"
#include "app/window/main_window.h"
#include "core/schedule/support/provenance.h"

namespace lw {
namespace {

// A Python file that holds no program but schedule functions, or JSON: something for the program that is open.
bool isSchedule(const QString& path) {
  const QString suffix = QFileInfo(path).suffix().toLower();
  if (suffix == QLatin1String("json") || suffix == QLatin1String("jsonl")) return true;
  if (suffix != QLatin1String("py")) return false;
  const std::string text = bytesOf(path);
  const auto has = [&](const char* word) { return text.find(word) != std::string::npos; };
  return has("def ") && !has("prim_func") && !has("ir_module") && !has("te.") && !has("R.function");
}

}  // namespace

void MainWindow::openOrImport(const QString& path) {
  if (!isSchedule(path)) return openFile(path);
  if (!workbench_.document()->hasProgram())
    return say(tr("%1 is a schedule: open the program that it is for first").arg(QFileInfo(path).fileName()));
  workbench_.steps()->importSchedule(path);
}

void MainWindow::filesHanded(const QStringList& files) {
  if (isMinimized()) showNormal();
  raise();
  activateWindow();
  for (const QString& file : files) openOrImport(file);
}

void MainWindow::connectHistory() {
  QToolButton* tree = tracePane_->header()->addTool(tr("variants"), tr("Show the variants as a tree"));
  tree->setObjectName("showBranches");
  tree->setCheckable(true);
  connect(tree, &QToolButton::toggled, this, [this](bool on) {
    settings_->setValue("branches", on);
    branches_->setVisible(on);
    showBranches();
  });
  tree->setChecked(settings_->value("branches", false).toBool());
  branches_->setVisible(tree->isChecked());
  connect(qobject_cast<QSplitter*>(branches_->parentWidget()), &QSplitter::splitterMoved, this,
          [this] { historyShared_ = true; });
  connect(branches_, &BranchView::chosen, workbench_.history(), &HistoryEditor::goTo);
  connect(branches_, &BranchView::renamed, workbench_.history(), &HistoryEditor::rename);
  connect(branches_, &BranchView::removeRequested, this, [this](int node) {
    const auto answer = QMessageBox::question(this, tr("Loopwright"),
                                              tr("Remove the steps that only this variant has? This cannot be undone."),
                                              QMessageBox::Yes | QMessageBox::Cancel, QMessageBox::Cancel);
    if (answer == QMessageBox::Yes) workbench_.history()->removeVariant(node);
  });
  connect(trace_, &TraceView::switchRequested, workbench_.history(), &HistoryEditor::switchStep);
  connect(trace_, &TraceView::bookmarkRequested, workbench_.history(), &HistoryEditor::mark);
  connect(trace_, &TraceView::noteRequested, this, &MainWindow::noteOn);
  connect(trace_, &TraceView::madeWanted, this, &MainWindow::highlightMade);
  connect(inspector_, &InspectorView::stepChosen, this, [this](int node) {
    workbench_.history()->goTo(node);
    trace_->setFocus();
  });
}

void MainWindow::showBranches() {
  if (branches_->isHidden()) return;
  std::vector<BranchRow> rows;
  if (workbench_.document()->hasProgram()) {
    const History& history = workbench_.document()->history();
    const int shown = workbench_.history()->shownPath().back();
    const std::vector<Branch> branches = branchesOf(history);
    for (size_t i = 0; i < branches.size(); ++i) {
      const Branch& branch = branches[i];
      BranchRow row{branch.tip, branch.firstNode, branch.parent};
      row.named = !branch.name.empty();
      row.name = variantName(branches, i);
      if (branch.forkStep > 0) row.from = tr("from step %1").arg(branch.forkStep);
      row.steps = branch.steps == 1 ? tr("1 step") : tr("%1 steps").arg(branch.steps);
      if (const RunRow* run = workbench_.records()->model()->of(branch.tip)) {
        const QString sign = !run->checked ? QString() : run->ok ? QStringLiteral(" ✓") : QStringLiteral(" ✗");
        row.time = run->medianMs < 0 ? tr("failed") : isEmulated(*run) ? sign.trimmed() : timeOf(run->medianMs) + sign;
        row.wrong = isWrong(*run) || run->medianMs < 0;
        row.check = checkWords(*run);
      }
      row.shown = branch.tip == shown;
      rows.push_back(std::move(row));
    }
  }
  branches_->setRows(rows);
  shareHistory();
}

// What becomes of a state that has no run: it is being timed, or was too slow for that.
void MainWindow::showWaiting() {
  if (!workbench_.document()->hasProgram()) return runView_->setWaiting({});
  const int shown = workbench_.document()->history().current();
  const AutoMeasure::Untimed* untimed = workbench_.autoMeasure()->untimed(shown);
  runView_->setWaiting(workbench_.autoMeasure()->timing() == shown
                           ? tr("being checked and timed now, while nothing else is done…")
                       : untimed && untimed->tooSlow
                           ? tr("too slow to be timed in passing: it did not end within %1 s. Run waits for it.")
                                 .arg(workbench_.runJobs()->quickTimeout())
                           : QString());
}

// The variants get what they need, up to a half; a border that was moved by hand stays.
void MainWindow::shareHistory() {
  auto* history = qobject_cast<QSplitter*>(branches_->parentWidget());
  if (!history || historyShared_) return;
  const int total = history->width(), wanted = std::min(branches_->fullWidth(), total / 2);
  history->setSizes({total - wanted, wanted});
}

// Recorded steps as rows of the trace: number and node, each once.
std::vector<std::pair<int, int>> MainWindow::stepsOf(const std::vector<int>& recorded) const {
  const History& history = workbench_.document()->history();
  const std::vector<int> path = history.pathTo(history.current());
  std::vector<std::pair<int, int>> steps;
  for (const int step : recorded)
    for (size_t i = 1; i < path.size(); ++i)
      if (history.node(path[i]).schedule.stepCount() > step) {
        if (steps.empty() || steps.back().second != path[i]) steps.emplace_back(int(i), path[i]);
        break;
      }
  return steps;
}

void MainWindow::noteOn(int node) {
  if (!workbench_.document()->hasProgram()) return;
  bool ok = false;
  const QString old = QString::fromStdString(workbench_.document()->history().node(node).note);
  const QString note = QInputDialog::getMultiLineText(this, tr("A note on this state"), tr("Note"), old, &ok);
  if (ok) workbench_.history()->annotate(node, note.trimmed());
}

// What is left of it in the shown state.
void MainWindow::highlightMade(int node) {
  if (!workbench_.document()->hasProgram() || node <= 0) return;
  const History& history = workbench_.document()->history();
  const History::Node& state = history.node(node);
  const std::vector<int> path = history.pathTo(history.current());
  if (std::find(path.begin(), path.end(), node) == path.end()) return say(tr("this step is not in the shown state"));
  Selection made =
      madeBySteps(history.schedule(), history.node(state.parent).schedule.stepCount(), state.schedule.stepCount());
  const auto loops = made.loops.size(), blocks = made.blocks.size();
  if (loops + blocks == 0)
    return say(tr("nothing that %1 made is left in the shown state").arg(QString::fromStdString(state.title)));
  workbench_.selection()->select({std::move(made), {}});
  say(tr("%1 made or changed %2 loops and %3 blocks of the shown state")
          .arg(QString::fromStdString(state.title))
          .arg(loops)
          .arg(blocks));
}

}  // namespace lw
