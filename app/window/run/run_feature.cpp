#include "app/window/run/run_feature.h"

#include <QAction>
#include <QLineEdit>
#include <QPushButton>
#include <QToolButton>

#include "app/models/document/document.h"
#include "app/models/program/shown_program.h"
#include "app/models/runs/run_model.h"
#include "app/models/runs/runs.h"
#include "app/models/schedule/history_editor.h"
#include "app/models/schedule/steps.h"
#include "app/models/support/job_runner.h"
#include "app/models/support/services.h"
#include "app/models/text/number_text.h"
#include "app/models/text/translate_messages.h"
#include "app/services/runs/auto_measure.h"
#include "app/services/runs/code_approval.h"
#include "app/services/runs/run_job.h"
#include "app/window/picture_export.h"
#include "app/window/results/results_feature.h"
#include "app/window/run/run_settings.h"
#include "app/window/run/target_chooser.h"
#include "app/window/window_context.h"
#include "views/widgets/pane.h"

namespace lw {

RunFeature::RunFeature(WindowContext& window) : Feature(window), results_(window.feature<ResultsFeature>()) {
  buildPage();
  buildTop();
  addMenus();
  addTourStop(7, runButton_, tr("Run"),
              tr("F5 builds the shown state, checks it against the reference and times it. Help > Keys lists every "
                 "key; you can start this tour again from the Help menu."));
}

void RunFeature::buildPage() {
  runView_ = new RunView(services_.get<RunModel>());
  results_.addPage(kPage, tr("Run"), runView_, ResultsFeature::PageSize::OfPage);
  PaneHeader* header = results_.pane()->header();
  table_ = header->addTool(tr("Table"), tr("Show all runs as a table"));
  table_->setCheckable(true);
  table_->setObjectName("runTable");
  auto_ = header->addTool(tr("Time every step"),
                          tr("Check and time each state that led to the shown one, whenever the machine is idle"));
  auto_->setCheckable(true);
  auto_->setObjectName("autoMeasure");
}

void RunFeature::buildTop() {
  targets_ = new TargetChooser(*services_.get<TargetChoice>(), *services_.get<JobRunner>());
  runButton_ = new QPushButton(tr("Run ▸"));
  runButton_->setObjectName("runButton");
  runButton_->setProperty("class", "primary");
  runButton_->setFocusPolicy(Qt::TabFocus);  // a click does not move the focus
  runButton_->setToolTip(tr("Build the shown state, check it against the reference and time it (F5)"));
  addToTop(targets_, TopPlace::ToolRowEnd, 1);
  addToTop(runButton_, TopPlace::ToolRowEnd, 2);
}

void RunFeature::addMenus() {
  run_ = addAction(MenuSection::RunState, tr("&Run the shown state"), "F5", [this] { services_.get<Runs>()->run(); });
  sweep_ = addAction(MenuSection::RunState, tr("S&weep over a size…"), "", [this] { openSweep(); });
  cancel_ =
      addAction(MenuSection::RunState, tr("&Cancel the run"), "Shift+F5", [this] { services_.get<Runs>()->cancel(); });
  fillRunSettings(*addMenu(MenuSection::RunState, tr("Run se&ttings")), *services_.get<RunJobs>(), window_.settings());
  exportChart_ = addAction(MenuSection::FileExchange, tr("Export the &chart of the runs as a picture…"), "", [this] {
    exportPicture(window_, tr("Export the chart of the runs as a picture"),
                  [this](const QString& path) { return runView_->chart()->exportPicture(path); });
  });
  addAction(MenuSection::ViewPlaces, tr("R&un"), "Alt+7", [this] { results_.showPage(kPage), runView_->setFocus(); });
}

QComboBox* RunFeature::targets() const { return targets_; }

void RunFeature::connectFeatures() {
  connect(auto_, &QToolButton::toggled, this, [this](bool on) {
    window_.settings().setValue("autoMeasure", on);
    services_.get<AutoMeasure>()->setOn(on);
  });
  connect(table_, &QToolButton::toggled, this, [this](bool on) {
    if (on) runView_->showSweep(false);
    runView_->showTable(on);
  });
  connect(&results_, &ResultsFeature::pageShown, this, &RunFeature::showTableButton);
  connect(services_.get<RunModel>(), &QAbstractItemModel::rowsInserted, this, &RunFeature::showTableButton);
  connect(services_.get<RunModel>(), &QAbstractItemModel::modelReset, this, &RunFeature::showTableButton);
  showTableButton();
  connect(runButton_, &QPushButton::clicked, services_.get<Runs>(), &Runs::run);
  connect(runView_, &RunView::cancelRequested, services_.get<Runs>(), &Runs::cancel);
  connect(runView_, &RunView::consentAnswered, services_.get<CodeApproval>(), &CodeApproval::answer);
  connect(runView_, &RunView::stepsRequested, services_.get<Steps>(), &Steps::applyText);
  connect(runView_, &RunView::runChosen, services_.get<HistoryEditor>(), &HistoryEditor::goTo);
  connect(services_.get<ShownProgram>(), &ShownProgram::changed, this, &RunFeature::enableRun);
  connect(services_.get<Runs>(), &Runs::progressed, this, [this](const QString& phase, double fraction) {
    runView_->setProgress(phase, fraction);
    runButton_->setEnabled(phase.isEmpty() && services_.get<Document>()->hasProgram());
    if (!phase.isEmpty()) results_.showPage(kPage);
  });
  connectSweep();
  connect(services_.get<CodeApproval>(), &CodeApproval::requested, this,
          [this](const QString& what, const QString& code) {
            if (!code.isEmpty()) results_.showPage(kPage);
            runView_->askConsent(what, code);
          });
  connect(services_.get<CodeApproval>(), &CodeApproval::allowed, this, [this](const QString& hash) {
    QSettings& settings = window_.settings();
    settings.setValue("allowedCode", settings.value("allowedCode").toStringList() << hash);
  });
  connect(services_.get<AutoMeasure>(), &AutoMeasure::measuringChanged, this, &RunFeature::showWaiting);
  connect(services_.get<HistoryEditor>(), &HistoryEditor::changed, this, &RunFeature::showWaiting);
  // The findings belong to the shown state and to the emulator.
  const auto showFindings = [this] { runView_->setFindings(services_.get<Runs>()->findings()); };
  connect(services_.get<Runs>(), &Runs::valuesFound, this, showFindings);
  connect(services_.get<HistoryEditor>(), &HistoryEditor::changed, this, showFindings);
}

// ---- a row of sizes ----

void RunFeature::openSweep() {
  results_.showPage(kPage);
  table_->setChecked(false);
  QStringList names;
  for (const std::string& name : services_.get<Runs>()->sizes()) names << QString::fromStdString(name);
  runView_->sweep()->setSizes(names);
  runView_->showSweep(true);
  QLineEdit* edit = runView_->sweep()->edit();
  edit->setFocus();
  edit->selectAll();
}

void RunFeature::connectSweep() {
  SweepView* sweep = runView_->sweep();
  connect(sweep, &SweepView::rowRequested, this, [this, sweep](const QString& row) {
    const std::optional<Explanation> error = services_.get<Runs>()->sweep(row);
    sweep->setError(error ? QStringLiteral("%1; %2").arg(reasonWords(*error), hintWords(*error)) : QString());
  });
  connect(services_.get<Runs>(), &Runs::swept, sweep->chart(), &SweepChart::setRows);
  connect(services_.get<Runs>(), &Runs::progressed, sweep,
          [sweep](const QString& phase) { sweep->setRunning(!phase.isEmpty()); });
  // The times are those of the function that was shown.
  for (const auto changed : {&Document::replaced, &Document::functionChosen})
    connect(services_.get<Document>(), changed, this, [this] { runView_->showSweep(false); });
}

void RunFeature::restore() {
  services_.get<CodeApproval>()->setAllowed(window_.settings().value("allowedCode").toStringList());
  auto_->setChecked(window_.settings().value("autoMeasure", true).toBool());
}

void RunFeature::start() { enableRun(); }

void RunFeature::enableRun() {
  runButton_->setEnabled(services_.get<Document>()->hasProgram() && !services_.get<JobRunner>()->busy(Channel::Run));
}

void RunFeature::refreshActions() {
  run_->setEnabled(services_.get<Document>()->hasProgram());
  sweep_->setEnabled(services_.get<Document>()->hasProgram());
  cancel_->setEnabled(services_.get<JobRunner>()->busy(Channel::Run));
  exportChart_->setEnabled(services_.get<Document>()->hasProgram() && services_.get<RunModel>()->rowCount() > 0);
}

// The button switches between the pictures of the runs, so it is shown only if there are runs.
void RunFeature::showTableButton() {
  table_->setVisible(results_.shows(kPage) && services_.get<RunModel>()->rowCount() > 0);
}

// Shows why a state has no run: it is being timed, or it was too slow; and its estimated time.
void RunFeature::showWaiting() {
  if (!services_.get<Document>()->hasProgram()) {
    runView_->setEstimate({}, {});
    return runView_->setWaiting({});
  }
  const int shown = services_.get<Document>()->history().current();
  const AutoMeasure* timer = services_.get<AutoMeasure>();
  const AutoMeasure::Untimed* untimed = timer->untimed(shown);
  const RunEstimate* estimate = timer->estimate(shown);
  runView_->setEstimate(estimate ? tr("≈ %1").arg(timeOf(estimate->ms)) : QString(),
                        estimate ? tr("%1 to %2").arg(timeOf(estimate->lowMs), timeOf(estimate->highMs)) : QString());
  const QString source =
      estimate ? tr("Estimate from %1 % of the iterations; the result is not checked.")
                     .arg(100 * estimate->share, 0, estimate->share < 0.1 ? 'g' : 'f', estimate->share < 0.1 ? 2 : 0)
               : QString();
  const QString measured =
      timer->timing() == shown ? tr("Being checked and timed in the background…")
      : estimate               ? tr("Run measures the whole.")
      : untimed && untimed->tooSlow
          ? tr("Too slow to be timed in the background: it took longer than %1 s. Run waits for it.")
                .arg(services_.get<RunJobs>()->quickTimeout())
          : QString();
  runView_->setWaiting(source.isEmpty() ? measured : source + QStringLiteral(" ") + measured);
}

}  // namespace lw
