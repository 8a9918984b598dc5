#include "app/window/main_window.h"

#include <QApplication>
#include <QClipboard>
#include <QCloseEvent>
#include <QComboBox>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QInputDialog>
#include <QMessageBox>
#include <QMimeData>
#include <QPointer>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QStandardPaths>
#include <QStatusBar>

#include "app/services/offers/next_steps.h"
#include "app/services/schedule/loop_steps.h"
#include "app/window/actions.h"
#include "app/window/float_choices.h"
#include "app/window/session_layout.h"
#include "app/window/window_commands.h"
#include "backends/target/target.h"
#include "views/code/pin_legend.h"
#include "views/dataflow/dataflow_view.h"
#include "views/forms/operator_form.h"
#include "views/inspector/inspector_body.h"
#include "views/loop_tree/loop_tree_accessible.h"
#include "views/translation/translate_messages.h"
#include "views/widgets/fixed_size_label.h"
#include "views/widgets/lock_icon.h"
#include "views/widgets/prepared_label.h"
#include "views/widgets/step_line.h"

namespace lw {
namespace {

constexpr int kBusyPause = 150;  // ms

}  // namespace

MainWindow::MainWindow(QSettings* settings, QWidget* parent) : QMainWindow(parent), settings_(settings) {
  setObjectName("mainWindow");
  setAcceptDrops(true);
  setDockNestingEnabled(true);
  setAnimated(false);
  setContentsMargins(6, 0, 6, 0);
  resize(1440, 900);
  buildPanes();
  buildTop();
  form_ = new PrimitiveForm(this);
  palette_ = new StepPalette(this);
  help_ = new HelpView(this);
  extras_ = new ExtraPanes(this, &workbench_, &codePanes_);
  connectViews();
  connectWorkbench();
  connectLocks();
  resetLayout();
  lowered_->chooseStage(settings_->value("stage").toString().toStdString());
  extras_->restore(*settings_);
  const QString folder =
      settings_->value("autosave", QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation)).toString();
  workbench_.files()->keepIn(folder);
  workbench_.approval()->setAllowed(settings_->value("allowedCode").toStringList());
  setThemeByName(settings_->value("theme", "dark").toString());
  auto_->setChecked(settings_->value("autoMeasure", true).toBool());
  restoreGeometry(settings_->value("geometry").toByteArray());
  everyday_->layouts().restore(settings_->value("layout").toByteArray());
  recover();
  showTitle();
  showProgram();
}

// What a window left that never closed, or that closed with changes that were not saved.
void MainWindow::recover() {
  const QStringList left = workbench_.files()->recover();
  for (int i = 1; i < left.size(); ++i) actions_->rememberKept(left[i]);
  const QString unsaved = settings_->value("unsaved").toString();
  settings_->remove("unsaved");
  if (left.isEmpty() && QFileInfo::exists(unsaved)) workbench_.files()->openKept(unsaved);
}

// Views that lose the focus while they go have nothing to say any more.
MainWindow::~MainWindow() {
  bar_->disconnect(this);
  form_->disconnect(this);
}

// ---- construction ----

void MainWindow::buildPanes() {
  QAccessible::installFactory(loopTreeAccessible);  // again is the same
  written_ = new CodeView;
  written_->setAccessibleName(tr("Source as written"));
  scheduled_ = new CodeView;
  scheduled_->setReadOnly(true);
  scheduled_->setAccessibleName(tr("Scheduled program"));
  sources_ = new QStackedWidget;
  for (CodeView* view : {written_, scheduled_}) {
    auto* frame = new CodeFrame(view);
    sources_->addWidget(frame);
    codePanes_.add(frame, [this, view] { return contentOf(view); });
  }
  sourcePane_ = new Pane("source", tr("Source"), sources_);
  sourcePane_->header()->addSwitch(tr("written"));
  sourcePane_->header()->addSwitch(tr("scheduled"));

  sourceLock_ = addLock(*sourcePane_->header());

  tree_ = new LoopTreeView;
  dataflow_ = new DataflowView;
  auto* both = new QSplitter(Qt::Vertical);
  both->setChildrenCollapsible(false);
  both->addWidget(dataflow_);
  both->addWidget(tree_);
  both->setStretchFactor(1, 1);
  dataflow_->hide();
  treePane_ = new Pane("tree", tr("Loop tree"), both);
  for (const QString& metric : {tr("operations"), tr("bytes"), tr("footprint")}) treePane_->header()->addSwitch(metric);
  treeLock_ = addLock(*treePane_->header());
  connect(treePane_->header(), &PaneHeader::switched, this, [this](int metric) {
    tree_->setMetric(TreeMetric(metric));
    lowered_->setMetric(TreeMetric(metric));
    extras_->setMetric(TreeMetric(metric));
  });

  lowered_ = new LoweredView;
  codePanes_.add(lowered_->frame(), [this] { return contentOf(lowered_->text()); });
  loweredPane_ = new Pane("lowered", tr("Lowered"), lowered_);
  compared_ = loweredPane_->header()->addTool({}, tr("Compare no longer (Esc in the trace)"));
  compared_->setObjectName("comparedWith");
  compared_->hide();
  connect(compared_, &QToolButton::clicked, this, [this] { workbench_.comparison()->compareWith({}); });
  diff_ = loweredPane_->header()->addTool(tr("diff"), tr("Show what the stage changed, against the stage before it"));
  diff_->setObjectName("stageDiff");
  diff_->setCheckable(true);
  connect(diff_, &QToolButton::toggled, lowered_, &LoweredView::setDiff);
  QToolButton* hide = loweredPane_->header()->addTool(tr("hide unchanged"), tr("Leave out stages that did nothing"));
  hide->setCheckable(true);
  connect(hide, &QToolButton::toggled, lowered_, &LoweredView::setHideUnchanged);

  loweredLock_ = addLock(*loweredPane_->header());

  inspector_ = new InspectorView;
  inspectorPane_ = new Pane("inspector", tr("Inspector"), inspector_);

  trace_ = new TraceView;
  branches_ = new BranchView;
  auto* history = new QSplitter(Qt::Horizontal);
  history->setChildrenCollapsible(false);
  history->addWidget(trace_);
  history->addWidget(branches_);
  history->setStretchFactor(0, 1);
  stepLine_ = new StepLine;
  auto* traceAndLine = new QWidget;
  auto* traceRows = new QVBoxLayout(traceAndLine);
  traceRows->setContentsMargins(0, 0, 0, 0);
  traceRows->setSpacing(0);
  traceRows->addWidget(history, 1);
  traceRows->addWidget(stepLine_);
  tracePane_ = new Pane("trace", tr("Trace"), traceAndLine);

  runView_ = new RunView(workbench_.records()->model());
  problems_ = new ProblemsView;
  results_ = new QStackedWidget;
  results_->addWidget(runView_);
  results_->addWidget(problems_);
  resultsPane_ = new Pane("results", {}, results_, tr("Run, figures and problems"));
  buildResults();
  table_ = resultsPane_->header()->addTool(tr("table"), tr("Show all runs as a table"));
  table_->setCheckable(true);
  table_->setObjectName("runTable");
  auto_ = resultsPane_->header()->addTool(
      tr("time every step"), tr("Check and time each state on the way to the shown one while nothing else is done"));
  auto_->setCheckable(true);
  auto_->setObjectName("autoMeasure");
  connect(auto_, &QToolButton::toggled, this, [this](bool on) {
    settings_->setValue("autoMeasure", on);
    workbench_.autoMeasure()->setOn(on);
  });
  connect(table_, &QToolButton::toggled, runView_, &RunView::showTable);
  connect(results_, &QStackedWidget::currentChanged, this, &MainWindow::showTableSwitch);
  connect(workbench_.records()->model(), &QAbstractItemModel::rowsInserted, this, &MainWindow::showTableSwitch);
  connect(workbench_.records()->model(), &QAbstractItemModel::modelReset, this, &MainWindow::showTableSwitch);
  showTableSwitch();
  for (Pane* pane : {sourcePane_, treePane_, loweredPane_, inspectorPane_, tracePane_, resultsPane_})
    addDockWidget(Qt::TopDockWidgetArea, pane);
}

void MainWindow::buildTop() {
  auto* top = new QWidget(this);
  auto* rows = new QVBoxLayout(top);
  rows->setContentsMargins(0, 0, 0, 6);
  rows->setSpacing(0);
  auto* line = new QWidget(top);
  line->setObjectName("topBar");
  line->setAttribute(Qt::WA_StyledBackground);
  auto* row = new QHBoxLayout(line);
  row->setContentsMargins(0, 2, 4, 2);
  row->setSpacing(4);
  auto* brand = new QLabel("Loopwright", line);
  brand->setObjectName("brand");
  auto* menus = new QMenuBar(line);
  menus->setNativeMenuBar(false);
  menus->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
  title_ = new PreparedLabel("windowTitle");
  title_->setAlignment(Qt::AlignCenter);
  auto* hint = new QPushButton(tr("Ctrl+K  type a step…"), line);
  hint->setObjectName("paletteHint");
  hint->setFocusPolicy(Qt::NoFocus);
  connect(hint, &QPushButton::clicked, this, &MainWindow::askForStep);
  row->addWidget(brand);
  row->addWidget(menus);
  row->addWidget(new FixedSizeLabel(title_, line), 1);
  row->addWidget(hint);
  rows->addWidget(line);

  bar_ = new PrimitiveBar(top);
  auto* right = new QWidget(bar_);
  auto* rightRow = new QHBoxLayout(right);
  rightRow->setContentsMargins(0, 0, 0, 0);
  rightRow->setSpacing(6);
  targets_ = new QComboBox(right);
  targets_->setObjectName("targetChooser");
  targets_->setAccessibleName(tr("Target"));
  fillTargets();
  runButton_ = new QPushButton(tr("Run ▸"), right);
  runButton_->setObjectName("runButton");
  runButton_->setProperty("class", "primary");
  runButton_->setFocusPolicy(Qt::TabFocus);  // a click leaves the keys where they were
  runButton_->setToolTip(tr("Build the shown state, check it against the reference and time it (F5)"));
  floatChoices_ = new FloatChoices(&workbench_, right);
  connect(floatChoices_, &FloatChoices::helpRequested, this, [this] { help_->showStep("floating_point"); });
  rightRow->addWidget(floatChoices_->button());
  rightRow->addWidget(targets_);
  rightRow->addWidget(runButton_);
  bar_->setRight(right);
  rows->addWidget(bar_);
  setMenuWidget(top);

  busy_ = new QLabel(this);
  busySoon_.setSingleShot(true);
  busySoon_.setInterval(kBusyPause);
  connect(&busySoon_, &QTimer::timeout, this, [this] { busy_->setText(tr("working…")); });
  statusBar()->setSizeGripEnabled(false);
  statusBar()->addPermanentWidget(busy_);
  meter_ = new SpeedMeter(settings_, this);
  pinLegend_ = new PinLegend(codePanes_.pins(), this);
  statusBar()->insertPermanentWidget(0, pinLegend_);
  codePanes_.setSteps([this](LoopId loop) {
    return workbench_.document()->hasProgram() ? lw::stepsOf(workbench_.document()->history(), loop) : QString();
  });
  connect(&codePanes_, &CodePanes::told, this, &MainWindow::say);
  statusBar()->addPermanentWidget(meter_);
  everyday_ = std::make_unique<WindowCommands>(*this, *settings_);
  actions_ = std::make_unique<Actions>(*this, *menus);
}

// Looking for devices may take a while; cpu is there from the start.
void MainWindow::fillTargets() {
  targets_->addItem(tr("cpu"), "cpu");
  targets_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  targets_->setMinimumContentsLength(10);
  targets_->view()->setMinimumWidth(320);
  workbench_.jobs()->run<std::vector<Target>>(
      Channel::Targets, [](const Stop&) { return findTargets(); },
      [this](std::vector<Target> found) {
        const QSignalBlocker quiet(targets_);
        targets_->clear();
        for (const Target& target : found) {
          const QString name = QString::fromStdString(target.name);
          QString text = target.available ? name : tr("%1 — %2").arg(name, QString::fromStdString(target.reason));
          if (name == "cpu") text = tr("cpu · %1 threads").arg(std::max(1, QThread::idealThreadCount()));
          targets_->addItem(text, name);
          targets_->setItemData(targets_->count() - 1,
                                QString::fromStdString(target.available ? target.device : target.reason),
                                Qt::ToolTipRole);
          if (!target.available) targets_->setItemData(targets_->count() - 1, 0, Qt::UserRole - 1);  // cannot be chosen
        }
        targets_->setCurrentIndex(targets_->findData(workbench_.target()->name()));
      });
}

void MainWindow::connectWorkbench() {
  Workbench* w = &workbench_;
  connect(w->document(), &Document::replaced, this, &MainWindow::startAgain);
  connect(w->document(), &Document::fileChanged, this, [this] {
    if (written_->code() != workbench_.text()->content()) written_->setCode(workbench_.text()->content());
    showTitle();
    actions_->refresh();
  });
  connect(w->text(), &DocumentText::parsed, this, [this] {
    written_->setDiagnostics(workbench_.text()->diagnostics());
    if (workbench_.document()->source()->hasErrors() && !workbench_.document()->hasProgram()) showResults(1);
    actions_->refresh();
  });
  connect(w->program(), &ShownProgram::changed, this, &MainWindow::showProgram);
  connect(w->document()->changes(), &ChangeQueue::changeRequested, meter_, &SpeedMeter::begin);
  connect(w->program(), &ShownProgram::changed, meter_, [this] { meter_->shown(SpeedMeter::Panes::Program); });
  connect(w->selection(), &SelectionModel::changed, this, &MainWindow::showSelection);
  connect(w->offers(), &Offers::changed, this, &MainWindow::showOffers);
  connect(w->history(), &HistoryEditor::changed, this, &MainWindow::showTrace);
  connect(w->composites(), &CompositeShelf::changed, this, [this] {
    if (form_->isVisible() && form_->primitive() && isComposite(*form_->primitive())) form_->hide();
    palette_->hide();
    bar_->setComposites(workbench_.composites()->forms());
    help_->setComposites(workbench_.composites()->texts());
    actions_->refresh();
  });
  connect(w->messages(), &Messages::problemsChanged, this, &MainWindow::showProblems);
  connect(w->runs(), &Runs::valuesFound, this, [this] {  // an emulated run counts what they show
    inspector_->setContent(inspectorContent());
    showBadges();
  });
  connect(w->lowering(), &Lowering::stagesChanged, this, [this](const Stages& stages, const QString& why) {
    if (!loweredLock_->isChecked()) lowered_->setStages(stages, why);
  });
  connect(w->comparison(), &StateComparison::changed, this, &MainWindow::showComparison);
  connect(w->lowering(), &Lowering::stagesChanged, meter_, [this] {
    if (lowered_->ready() || !lowered_->isVisible()) meter_->shown(SpeedMeter::Panes::Lowered);
  });
  w->lowering()->setWish([this](std::optional<int> node) { return stageWish(node); });
  connect(w->messages(), &Messages::said, this, &MainWindow::say);
  connect(w->files(), &DocumentFiles::opened, this, [this](const QString& path) {
    if (!path.isEmpty()) actions_->rememberFile(path);
  });
  connect(w->target(), &TargetChoice::changed, this,
          [this] { targets_->setCurrentIndex(targets_->findData(workbench_.target()->name())); });
  connect(w->files(), &DocumentFiles::layoutRequested, this, [this](const std::string& layout) {
    restoreSessionLayout(layout, everyday_->layouts(), *lowered_, *extras_, *codePanes_.pins());
  });
  connect(w->offers(), &Offers::dropsChecked, tree_, &LoopTreeView::setDropVerdicts);
  connect(w->steps(), &Steps::checked, form_, &PrimitiveForm::setVerdict);
  connect(w->offers(), &Offers::candidatesChecked, form_, &PrimitiveForm::setCandidateVerdicts);
  connect(w->steps(), &Steps::applied, this, [this](const QString& title) {
    form_->hide();
    say(tr("applied %1").arg(title));
  });
  connect(w->steps(), &Steps::refused, this, [this](const QString& call, const Explanation& reason) {
    if (!treeLock_->isChecked()) tree_->setConflict(reason.loops, reason.blocks, reason.witness);
    if (form_->isVisible())
      form_->setVerdict(call, reason);
    else
      showResults(1);
    say(tr("refused: %1: %2").arg(call, reasonWords(reason)));
  });
  connect(w->repairs(), &RepairSearch::found, this, [this](const QString& call, const Explanation& reason) {
    if (form_->isVisible()) form_->setRepairs(call, reason.repairs);
  });
  connect(w->runs(), &Runs::progressed, this, [this](const QString& phase, double fraction) {
    runView_->setProgress(phase, fraction);
    runButton_->setEnabled(phase.isEmpty() && workbench_.document()->hasProgram());
    if (!phase.isEmpty()) showResults(0);
    actions_->refresh();
  });
  connect(w->approval(), &CodeApproval::requested, this, [this](const QString& what, const QString& code) {
    if (!code.isEmpty()) showResults(0);
    runView_->askConsent(what, code);
  });
  connect(w->approval(), &CodeApproval::allowed, this, [this](const QString& hash) {
    settings_->setValue("allowedCode", settings_->value("allowedCode").toStringList() << hash);
  });
  connect(w->autoMeasure(), &AutoMeasure::measuringChanged, this, [this](const QString& what) {
    background_ = what;
    showWaiting();
    showBusy();
  });
  connect(w->history(), &HistoryEditor::changed, this, &MainWindow::showWaiting);
  connect(w->jobs(), &JobRunner::busyChanged, this, &MainWindow::showBusy);
}

void MainWindow::connectViews() {
  connect(sourcePane_->header(), &PaneHeader::switched, sources_, &QStackedWidget::setCurrentIndex);
  connect(written_, &CodeView::edited, this, [this] { workbench_.text()->edit(written_->code()); });
  connect(written_, &CodeView::offsetPicked, this, &MainWindow::pickInWritten);
  connect(scheduled_, &CodeView::offsetPicked, this, &MainWindow::pickInScheduled);
  connect(tree_, &LoopTreeView::picked, workbench_.selection(), &SelectionModel::select);
  connect(dataflow_, &DataflowView::picked, workbench_.selection(), &SelectionModel::select);
  connect(tree_, &LoopTreeView::linkActivated, this, &MainWindow::followStartLink);
  connect(tree_, &LoopTreeView::menuRequested, this, &MainWindow::openStepMenu);
  connect(tree_, &LoopTreeView::stepKey, this, &MainWindow::stepKey);
  connect(tree_, &LoopTreeView::activated, this, [this](const QPoint& at) {
    if (workbench_.selection()->current().loop().valid()) openForm(kSplit, mapFromGlobal(at));
  });
  // A locked tree may be of another state: nothing in it can be moved.
  connect(tree_, &LoopTreeView::dragBegan, this, [this](LoopId loop, BlockId block) {
    if (treeLock_->isChecked()) return say(tr("the loop tree is locked: unlock it to move loops"));
    workbench_.offers()->checkDrops(loop, block);
  });
  connect(tree_, &LoopTreeView::dragEnded, workbench_.offers(), &Offers::endDrag);
  connect(tree_, &LoopTreeView::loopDropped, this, [this](LoopId moved, LoopId on) {
    if (!treeLock_->isChecked()) workbench_.steps()->drop(moved, {}, on);
  });
  connect(tree_, &LoopTreeView::blockDropped, this, [this](BlockId moved, LoopId on) {
    if (!treeLock_->isChecked()) workbench_.steps()->drop({}, moved, on);
  });
  connect(lowered_, &LoweredView::stageRequested, workbench_.lowering(), &Lowering::makeMachineCode);
  connect(lowered_, &LoweredView::picked, workbench_.selection(), &SelectionModel::select);
  connect(lowered_, &LoweredView::stageChosen, this,
          [this](const QString& state) { loweredPane_->header()->setState(state); });
  const auto want = [this](const Primitive* p, QWidget* from) {
    stepRequested(*p, from->mapTo(this, QPoint(0, from->height() + 4)));
  };
  connect(bar_, &PrimitiveBar::stepRequested, this, want);
  connect(bar_, &PrimitiveBar::hint, this, &MainWindow::say);
  connect(inspector_, &InspectorView::stepRequested, this, want);
  connect(inspector_, &InspectorView::repairRequested, workbench_.steps(), &Steps::applyText);
  auto* next = new NextSteps(&workbench_, this);
  connect(next, &NextSteps::changed, inspector_, [this, next] {
    auto* body = inspector_->findChild<InspectorBody*>();  // it comes and goes with the selection
    if (!body) return;
    connect(body, &InspectorBody::measureRequested, next, &NextSteps::measure, Qt::UniqueConnection);
    body->setNext(next->rows(), next->measuring(), next->stale());
  });
  connect(inspector_, &InspectorView::repairsRequested, this,
          [this](const Primitive* refused) { workbench_.offers()->seekRepairs(*refused); });
  connect(trace_, &TraceView::rowChosen, workbench_.history(), &HistoryEditor::goTo);
  connect(trace_, &TraceView::editRequested, workbench_.history(), &HistoryEditor::editStep);
  connect(trace_, &TraceView::leaveOutRequested, workbench_.history(), &HistoryEditor::leaveOut);
  connect(trace_, &TraceView::moveRequested, workbench_.history(), &HistoryEditor::moveStep);
  connect(trace_, &TraceView::compareRequested, this, [this](int node) {
    const bool stop = node < 0 || workbench_.comparison()->compared() == node;
    workbench_.comparison()->compareWith(stop ? std::nullopt : std::optional(node));
    if (!stop) say(tr("other states are now compared with this one, in every pane; Esc ends it"));
  });
  connect(trace_, &TraceView::menuRequested, this, [this](int node, const QPoint& at) {
    QMenu menu(this);
    menu.addAction(tr("View this state"), [this, node] { workbench_.history()->goTo(node); });
    if (workbench_.comparison()->compared() == node)
      menu.addAction(tr("Compare no longer"), [this] { workbench_.comparison()->compareWith({}); });
    else
      menu.addAction(tr("Compare other states with this one (C)"),
                     [this, node] { Q_EMIT trace_->compareRequested(node); });
    const History::Node& state = workbench_.document()->history().node(node);
    menu.addAction(state.bookmark ? tr("Remove the bookmark (B)") : tr("Put a bookmark (B)"),
                   [this, node, on = !state.bookmark] { workbench_.history()->mark(node, on); });
    if (node > 0) {
      menu.addAction(state.off ? tr("Switch on (Space)") : tr("Switch off (Space)"),
                     [this, node, off = !state.off] { workbench_.history()->switchStep(node, off); });
      menu.addAction(tr("Highlight what it made (H)"), [this, node] { highlightMade(node); });
    }
    menu.addAction(tr("Name this variant…"), [this, node, old = QString::fromStdString(state.name)] {
      bool ok = false;
      const QString name = QInputDialog::getText(this, tr("Name the variant"), tr("Name"), QLineEdit::Normal, old, &ok);
      if (ok) workbench_.history()->rename(node, name.trimmed());
    });
    menu.addAction(tr("Note…"), [this, node] { noteOn(node); });
    menu.addAction(tr("Find the step that broke the result"),
                   [this, node] { workbench_.runs()->findBreakingStep(node); });
    QAction* copy = menu.addAction(tr("Copy the steps from here on as a composite"), [this, node] {
      const History& history = workbench_.document()->history();
      const int from = history.node(history.node(node).parent).schedule.stepCount();
      QApplication::clipboard()->setText(
          QString::fromStdString(toComposite(workbench_.document()->schedule(), from, "my_steps")));
      say(
          tr("a schedule function with these steps is in the clipboard: paste it at the end of the source, and it is "
             "offered as a step"));
    });
    const std::vector<int> shown = workbench_.document()->history().pathTo(workbench_.document()->history().current());
    copy->setEnabled(node > 0 && std::find(shown.begin(), shown.end(), node) != shown.end());
    QAction* remove = menu.addAction(tr("Remove this step and those after it"), [this, node] {
      const auto answer = QMessageBox::question(
          this, tr("Loopwright"),
          tr("Remove this step with all that comes after it, in every variant? This cannot be undone."),
          QMessageBox::Yes | QMessageBox::Cancel, QMessageBox::Cancel);
      if (answer == QMessageBox::Yes) workbench_.history()->removeVariant(node);
    });
    remove->setEnabled(node > 0);
    menu.exec(at);
  });
  connectHistory();
  connect(tracePane_->header(), &PaneHeader::switched, this, [this](int index) {
    if (index >= 0 && index < int(variantTips_.size())) workbench_.history()->goTo(variantTips_[size_t(index)]);
  });
  connect(problems_, &ProblemsView::repairRequested, workbench_.steps(), &Steps::applyText);
  connect(problems_, &ProblemsView::chosen, this, [this](const Problem& p) {
    if (p.span.valid()) {
      showScheduled(false);
      written_->goTo(p.span.begin);
      written_->setFocus();
    }
    tree_->setConflict(p.loops, p.blocks, p.conflict);
  });
  connect(form_, &PrimitiveForm::changed, this, [this] {
    if (!form_->primitive()) return;
    workbench_.steps()->check(*form_->primitive(), form_->arguments());
    workbench_.steps()->preview(*form_->primitive(), form_->arguments());
  });
  connect(form_, &PrimitiveForm::applied, this,
          [this](const Primitive* p, const Arguments& args) { workbench_.steps()->apply(*p, args); });
  connect(form_, &PrimitiveForm::repairRequested, workbench_.steps(), &Steps::applyText);
  connect(workbench_.steps(), &Steps::previewed, this, &MainWindow::showPreview);
  connect(form_, &PrimitiveForm::closed, this, [this] {
    workbench_.steps()->endPreview();
    tree_->setMarks({});
    if (form_->isAncestorOf(QApplication::focusWidget())) tree_->setFocus();  // else a click gave the keys elsewhere
  });
  connect(palette_, &StepPalette::typed, workbench_.steps(), &Steps::applyText);
  connect(stepLine_, &StepLine::entered, workbench_.steps(), &Steps::applyText);
  connect(workbench_.steps(), &Steps::applied, stepLine_, &StepLine::accepted);
  connect(workbench_.steps(), &Steps::refused, stepLine_, &StepLine::refused);
  connect(palette_, &StepPalette::chosen, this,
          [this](const Primitive* p) { stepRequested(*p, tree_->mapTo(this, QPoint(24, 48))); });
  connect(runButton_, &QPushButton::clicked, workbench_.runs(), &Runs::run);
  connect(runView_, &RunView::cancelRequested, workbench_.runs(), &Runs::cancel);
  connect(runView_, &RunView::consentAnswered, workbench_.approval(), &CodeApproval::answer);
  connect(runView_, &RunView::runChosen, workbench_.history(), &HistoryEditor::goTo);
  connectResults();
  connect(targets_, &QComboBox::currentIndexChanged, this,
          [this] { workbench_.target()->choose(targets_->currentData().toString()); });
}

// ---- files and the window ----

void MainWindow::newFromOperator() {
  if (!operatorForm_) {
    operatorForm_ = new OperatorForm(this);
    connect(operatorForm_, &OperatorForm::created, workbench_.files(), &DocumentFiles::openText);
  }
  operatorForm_->setTheme(theme_);
  operatorForm_->open();
}

// What was open is kept, with its steps and what was typed: opening it again brings it back.
void MainWindow::openFile(const QString& path, const QString& schedule) { workbench_.files()->open(path, schedule); }

void MainWindow::closeEvent(QCloseEvent* event) {
  settings_->setValue("geometry", saveGeometry());
  settings_->setValue("layout", everyday_->layouts().state());
  settings_->setValue("stage", QString::fromStdString(lowered_->chosenStage()));
  extras_->save(*settings_);
  if (workbench_.text()->modified()) settings_->setValue("unsaved", workbench_.files()->keptFile());
  workbench_.files()->close();
  event->accept();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  if (event->mimeData()->hasUrls()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
  for (const QUrl& url : event->mimeData()->urls())
    if (url.isLocalFile()) return openOrImport(url.toLocalFile());
}

void MainWindow::setThemeByName(const QString& name) {
  theme_ = loadTheme(name, settings_->value("safeColours", false).toBool());
  settings_->setValue("theme", theme_.name);
  restyler_.apply(theme_);
  for (CodeView* view : {written_, scheduled_}) view->setTheme(theme_);
  tree_->setTheme(theme_);
  dataflow_->setTheme(theme_);
  if (operatorForm_) operatorForm_->setTheme(theme_);
  form_->preview()->setTheme(theme_);
  lowered_->setTheme(theme_);
  extras_->setTheme(theme_);
  inspector_->setTheme(theme_);
  trace_->setTheme(theme_);
  branches_->setTheme(theme_);
  runView_->setTheme(theme_);
  roofline_->setTheme(theme_);
  access_->setTheme(theme_);
  values_->setTheme(theme_);
  problems_->setTheme(theme_);
  palette_->setTheme(theme_);
  pinLegend_->setTheme(theme_);
  help_->setTheme(theme_);
  actions_->showTheme(theme_.name);
  if (workbench_.program()->hasViews()) showSelection();
  showProblems();
}

bool MainWindow::systemMoves() const {
  return style()->styleHint(QStyle::SH_Widget_Animation_Duration, nullptr, this) > 0;
}

void MainWindow::showHelp() {
  QString step = help_->shownStep();
  if (form_->isVisible() && form_->primitive()) step = QString::fromStdString(form_->primitive()->name);
  const QString focused = QApplication::focusWidget() ? QApplication::focusWidget()->objectName() : QString();
  if (const QString prefix = QStringLiteral("step_"); focused.startsWith(prefix)) step = focused.mid(prefix.size());
  help_->showStep(step);
}

bool MainWindow::idle() const { return workbench_.idle(); }

// Places and words were those of another document.
void MainWindow::startAgain() {
  for (QToolButton* lock : {sourceLock_, loweredLock_, treeLock_}) lock->setChecked(false);
  for (CodeView* text : {written_, scheduled_, lowered_->text()}) text->goToStart();
  tree_->setEmptyText({}, {});
  tree_->setTree({});
  stepLine_->startAgain();
  say({});
}

void MainWindow::say(const QString& text) {
  Q_EMIT said(text);
  if (text.isEmpty())
    statusBar()->clearMessage();
  else
    statusBar()->showMessage(text);
}

void MainWindow::showScheduled(bool scheduled) {
  const bool keys = sources_->currentWidget()->hasFocus();
  sources_->setCurrentIndex(scheduled ? 1 : 0);
  sourcePane_->header()->setSwitch(scheduled ? 1 : 0);
  if (keys) sources_->currentWidget()->setFocus();
}

}  // namespace lw
