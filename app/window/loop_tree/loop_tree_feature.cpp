#include "app/window/loop_tree/loop_tree_feature.h"

#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QCursor>
#include <QFileInfo>
#include <QLabel>
#include <QMenu>
#include <QSplitter>
#include <QStyle>
#include <QVBoxLayout>
#include <algorithm>
#include <tuple>

#include "app/models/document/document.h"
#include "app/models/document/document_files.h"
#include "app/models/document/document_text.h"
#include "app/models/document/messages.h"
#include "app/models/lowering/other_state.h"
#include "app/models/lowering/state_comparison.h"
#include "app/models/program/selection_model.h"
#include "app/models/program/shown_program.h"
#include "app/models/runs/runs.h"
#include "app/models/runs/target_choice.h"
#include "app/models/schedule/steps.h"
#include "app/models/support/services.h"
#include "app/services/offers/offers.h"
#include "app/services/runs/kernel_facts.h"
#include "app/services/schedule/step_preview.h"
#include "app/window/documents/documents_feature.h"
#include "app/window/documents/samples.h"
#include "app/window/pane_lock.h"
#include "app/window/picture_export.h"
#include "app/window/python/python_feature.h"
#include "app/window/window_context.h"
#include "core/analysis/program/dataflow.h"
#include "core/schedule/all_primitives.h"
#include "views/dataflow/dataflow_view.h"
#include "views/loop_tree/loop_tree_accessible.h"
#include "views/loop_tree/loop_tree_drag.h"
#include "views/widgets/control_chords.h"

namespace lw {
namespace {

const QString kOpenLink = QStringLiteral("lw:open"), kSampleLink = QStringLiteral("lw:sample");
constexpr int kRecentLinks = 4;
constexpr int kQuickMs = 150;  // what is read in less is shown without a word

// Whether the function was made from tensor expressions: the text does not define a function of this name.
bool builtFromTensors(const SourceFile& file, const std::string& function) {
  if (function.find('.') != std::string::npos) return false;
  return std::none_of(file.syntax.body.begin(), file.syntax.body.end(), [&](const py::Stmt& s) {
    const auto* def = s->as<py::FunctionDef>();
    return def && def->name == function && !def->decorators.empty();
  });
}

}  // namespace

LoopTreeFeature::LoopTreeFeature(WindowContext& window) : Feature(window) {
  QAccessible::installFactory(loopTreeAccessible);  // installing it twice has no effect
  buildPane();
  addMenus();
  std::vector<std::pair<QString, QString>> keys{{tr("Arrows"), tr("Go to another loop or block")}};
  for (const Primitive* step : allPrimitives())
    if (step->traits.key) keys.emplace_back(QChar(step->traits.key).toUpper(), QString::fromStdString(step->name));
  addKeys(tr("Loop tree"), std::move(keys));
  addTourStop(2, pane_, tr("The loop tree"),
              tr("Loops are nested boxes; blocks have dashed borders. Click one to select it in every pane. Drag a "
                 "loop onto another to reorder them."));
}

void LoopTreeFeature::buildPane() {
  tree_ = new LoopTreeView;
  dataflow_ = new DataflowView;
  auto* both = new QSplitter(Qt::Vertical);
  both->setChildrenCollapsible(false);
  both->addWidget(dataflow_);
  both->addWidget(tree_);
  both->setStretchFactor(1, 1);
  dataflow_->hide();
  auto* body = new QWidget;
  auto* rows = new QVBoxLayout(body);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  rows->addWidget(both, 1);
  QStringList keys;
  for (const Primitive* step : allPrimitives())
    if (step->traits.key)
      keys << QString(QChar(step->traits.key).toUpper()) + QChar(QChar::Nbsp) + QString::fromStdString(step->name);
  keyHint_ = new QLabel(keys.join(QStringLiteral("  ")), body);
  keyHint_->setObjectName("keyHint");
  keyHint_->setWordWrap(true);
  rows->addWidget(keyHint_);
  pane_ = new Pane("tree", tr("Loop tree"), body);
  connect(qApp, &QApplication::focusChanged, this, &LoopTreeFeature::showKeys);
  for (const QString& metric : {tr("Operations"), tr("Bytes"), tr("Footprint")}) pane_->header()->addSwitch(metric);
  lock_ = new PaneLock(*pane_->header(), *services_.get<Document>(), *services_.get<ShownProgram>());
  addPane(pane_, PaneRow::Top, 21, 23);
}

void LoopTreeFeature::addMenus() {
  export_ = addAction(MenuSection::FileExchange, tr("Export the &loop tree as a picture…"), "", [this] {
    exportPicture(window_, tr("Export the loop tree as a picture"),
                  [this](const QString& path) { return tree_->exportPicture(path); });
  });
  for (const auto& [name, by] : {std::pair{tr("&Zoom in"), 1}, {tr("Zoom &out"), -1}, {tr("&Actual size"), 0}})
    addAction(MenuSection::ViewZoom, name, ::lw::zoomKeys(by), [this, by = by] { zoomKeys(by); });
  for (const auto& [name, keys, by] :
       {std::tuple{tr("Zoom everything i&n"),
                   QList<QKeySequence>{QKeySequence("Ctrl+Alt+="), QKeySequence("Ctrl+Alt++"),
                                       QKeySequence("Ctrl+Alt+Shift+=")},
                   1},
        {tr("Zoom everything ou&t"), {QKeySequence("Ctrl+Alt+-")}, -1},
        {tr("Everything at its act&ual size"), {}, 0}})
    addAction(MenuSection::ViewZoom, name, keys, [this, by = by] { zoomAll(by); });
  QMenu* picture = addMenu(MenuSection::ViewTexts, tr("Loop tree p&icture"), 0);
  QAction* flows = picture->addAction(tr("&Dependence arrows\tD"));
  flows->setCheckable(true);
  connect(flows, &QAction::triggered, tree_, &LoopTreeView::setFlowsShown);
  connect(tree_, &LoopTreeView::flowsToggled, flows, &QAction::setChecked);
  QAction* motion = picture->addAction(tr("Ani&mate boxes after a step"));
  motion->setCheckable(true);
  motion->setToolTip(tr("Boxes move to their new places in a fifth of a second"));
  motion->setChecked(window_.settings().value("treeMotion", true).toBool() && systemMoves());
  motion->setEnabled(systemMoves());
  tree_->setAnimated(motion->isChecked());
  connect(motion, &QAction::triggered, this, [this](bool on) {
    tree_->setAnimated(on);
    window_.settings().setValue("treeMotion", on);
  });
  addAction(MenuSection::ViewPlaces, tr("Loop &tree"), "Alt+3", [this] { tree_->setFocus(); });
}

void LoopTreeFeature::connectFeatures() {
  connect(pane_->header(), &PaneHeader::switched, this, [this](int metric) {
    tree_->picture().setMetric(TreeMetric(metric));
    Q_EMIT metricChosen(TreeMetric(metric));
  });
  connect(tree_, &LoopTreeView::picked, services_.get<SelectionModel>(), &SelectionModel::select);
  connect(dataflow_, &DataflowView::picked, services_.get<SelectionModel>(), &SelectionModel::select);
  connect(tree_, &LoopTreeView::linkActivated, this, &LoopTreeFeature::followStartLink);
  connect(services_.get<Document>(), &Document::replaced, this, [this] {
    tree_->setEmptyText({}, {});
    tree_->setTree({});
    reading_.start();
  });
  reading_.setSingleShot(true);
  reading_.setInterval(kQuickMs);
  connect(&reading_, &QTimer::timeout, this, [this] {
    if (tree_->tree().nodes.empty()) tree_->setEmptyText(tr("Reading the program…"), {});
  });
  connect(services_.get<ShownProgram>(), &ShownProgram::changed, this, &LoopTreeFeature::showProgram);
  connect(services_.get<SelectionModel>(), &SelectionModel::changed, this, &LoopTreeFeature::showSelection);
  connect(services_.get<Messages>(), &Messages::problemsChanged, this, &LoopTreeFeature::showState);
  connect(services_.get<StateComparison>(), &StateComparison::changed, this, &LoopTreeFeature::showMarks);
  // Shows the counters of emulated runs.
  connect(services_.get<Runs>(), &Runs::valuesFound, this, &LoopTreeFeature::showBadges);
  connect(services_.get<TargetChoice>(), &TargetChoice::chosen, this, &LoopTreeFeature::showBadges);
  connect(services_.get<Steps>(), &Steps::refused, this, [this](const QString&, const Explanation& reason) {
    if (!locked()) tree_->setConflict(reason.loops, reason.blocks, reason.witness);
  });
  connect(lock_, &PaneLock::unlocked, this, [this] {
    showTree();
    showSelection();
  });
  connectDrags();
}

// A locked tree may show another state, so nothing in it can be dragged.
void LoopTreeFeature::connectDrags() {
  LoopTreeDrag* drag = tree_->drag();
  connect(drag, &LoopTreeDrag::began, this, [this](LoopId loop, BlockId block) {
    if (locked()) return window_.say(tr("The loop tree is locked: unlock it to move loops"));
    services_.get<Offers>()->checkDrops(loop, block);
  });
  connect(drag, &LoopTreeDrag::ended, services_.get<Offers>(), &Offers::endDrag);
  connect(drag, &LoopTreeDrag::loopDropped, this, [this](LoopId moved, LoopId on) {
    if (!locked()) services_.get<Steps>()->drop(moved, {}, on);
  });
  connect(drag, &LoopTreeDrag::blockDropped, this, [this](BlockId moved, LoopId on) {
    if (!locked()) services_.get<Steps>()->drop({}, moved, on);
  });
  connect(services_.get<Offers>(), &Offers::dropsChecked, drag, &LoopTreeDrag::setVerdicts);
}

void LoopTreeFeature::start() { showProgram(); }

void LoopTreeFeature::setTheme(const Theme& theme) {
  tree_->setTheme(theme);
  dataflow_->setTheme(theme);
  showSelection();
  showState();
}

void LoopTreeFeature::refreshActions() { export_->setEnabled(services_.get<Document>()->hasProgram()); }

bool LoopTreeFeature::locked() const { return lock_->locked(); }

void LoopTreeFeature::toggleLock() { lock_->toggle(); }

bool LoopTreeFeature::systemMoves() const {
  return window_.window()->style()->styleHint(QStyle::SH_Widget_Animation_Duration, nullptr, window_.window()) > 0;
}

bool LoopTreeFeature::zoom(QWidget* keys, int by) {
  if (keys != tree_) return false;
  if (by == 0)
    tree_->setZoom(1);
  else
    tree_->zoomBy(by);
  return true;
}

// Zooms the view that has the focus, or the loop tree if that view has no zoom.
void LoopTreeFeature::zoomKeys(int by) {
  QWidget* keys = window_.window()->focusWidget();
  for (const auto& feature : window_.features())
    if (keys && feature->zoom(keys, by)) return;
  zoom(tree_, by);
}

// The texts, and every picture that has a zoom.
void LoopTreeFeature::zoomAll(int by) {
  for (const auto& feature : window_.features()) {
    const QList<QWidget*> views = window_.window()->findChildren<QWidget*>();
    (void)std::any_of(views.begin(), views.end(), [&](QWidget* view) { return feature->zoom(view, by); });
  }
}

// ---- contents ----

void LoopTreeFeature::showProgram() {
  reading_.stop();
  if (!services_.get<Document>()->hasProgram() || !services_.get<ShownProgram>()->hasViews()) return showNoProgram();
  showTree();
}

void LoopTreeFeature::showTree() {
  if (locked()) return;
  tree_->setTree(services_.get<ShownProgram>()->views().tree);
  if (tree_->tree().nodes.empty())
    tree_->setEmptyText(tr("No loops"), tr("This function has no loop or block that a step could transform"));
  showBadges();
  showDataflow();
  tree_->setConflict({}, {});
  preview_.clear();
  showMarks();
}

void LoopTreeFeature::setPreview(std::vector<StepMark> marks) {
  preview_ = std::move(marks);
  showMarks();
}

// The marks of a previewed step; otherwise the differences from the state that is compared with.
void LoopTreeFeature::showMarks() {
  if (locked()) return;
  const OtherState* other = services_.get<StateComparison>()->state();
  difference_ = {};
  if (other && services_.get<Document>()->hasProgram() && services_.get<ShownProgram>()->hasViews()) {
    const History& history = services_.get<Document>()->history();
    difference_ = differenceFrom(history.node(other->node).schedule.program(), history.schedule().program(),
                                 services_.get<Document>()->shownFunction());
  }
  tree_->picture().setMarks(preview_.empty() ? difference_.marks : preview_);
  showState();
}

void LoopTreeFeature::showBadges() {
  const auto report = services_.get<Runs>()->emulated();
  if (!locked()) tree_->picture().setBadges(report ? emulatedBadges(*report) : TreeBadges());
}

// The graph gets the height it needs, at most two fifths of the pane.
void LoopTreeFeature::showDataflow() {
  const Workspace& shown = services_.get<Document>()->session()->workspace();
  const bool wanted = shown.source && builtFromTensors(*shown.source, services_.get<Document>()->session()->function());
  const bool appears = wanted && dataflow_->isHidden();
  if (wanted)
    dataflow_->setFlow(dataflowOf(
        services_.get<Document>()->schedule().program().function(services_.get<Document>()->shownFunction())));
  dataflow_->setVisible(wanted);
  if (!appears) return;
  auto* both = qobject_cast<QSplitter*>(dataflow_->parentWidget());
  const int height = std::min(dataflow_->sizeHint().height(), both->height() * 2 / 5);
  both->setSizes({height, std::max(1, both->height() - height)});
}

void LoopTreeFeature::showSelection() {
  if (!services_.get<Document>()->hasProgram() || !services_.get<ShownProgram>()->hasViews() || locked()) return;
  const LinkedSelection& selection = services_.get<SelectionModel>()->current();
  tree_->setSelection(selection, !tree_->hasFocus());
  showKeys();
  dataflow_->setSelection(selection, !dataflow_->hasFocus());
}

// The keys of steps act only while they are shown, so that a word that is typed into the wrong pane does nothing.
void LoopTreeFeature::showKeys() {
  const bool loop =
      services_.get<Document>()->hasProgram() && services_.get<SelectionModel>()->current().loop().valid();
  const bool shown = loop && tree_->hasFocus() && !locked();
  if (shown == keysShown_ && keyHint_->property("shown").isValid()) return;
  keysShown_ = shown;
  keyHint_->setProperty("shown", shown);  // it keeps its room, so that the tree does not move
  keyHint_->style()->unpolish(keyHint_);
  keyHint_->style()->polish(keyHint_);
}

void LoopTreeFeature::showState() {
  const std::vector<Problem> all = services_.get<Messages>()->problems();
  const bool errors = std::any_of(all.begin(), all.end(), [](const Problem& p) {
    return p.span.valid() && p.severity == Problem::Severity::Error;
  });
  const bool before =
      services_.get<Document>()->hasProgram() && errors && !services_.get<Document>()->session()->fits();
  const OtherState* other = services_.get<StateComparison>()->state();
  QString state = before ? tr("⚠ Text before the errors") : QString();
  if (state.isEmpty() && other)
    state = difference_.gone.isEmpty() ? tr("Against %1").arg(other->label)
                                       : tr("Against %1, without %2").arg(other->label, difference_.gone.join(", "));
  pane_->header()->setState(state);
}

// Clears everything that belongs to the previous file.
void LoopTreeFeature::showNoProgram() {
  tree_->setTree({});
  dataflow_->hide();
  const SourceFile* source = services_.get<Document>()->source();
  if (!source || services_.get<DocumentText>()->content().empty())
    tree_->setEmptyText(
        tr("No program"),
        tr("Open a .py file with a @T.prim_func (Ctrl+O), drop one here, or type one into the source pane"),
        startLinks());
  else if (source->hasErrors())
    tree_->setEmptyText(tr("The source has errors"),
                        tr("Errors are underlined and listed under Problems; click one to go to its place"));
  else if (!source->graphs.empty())
    tree_->setEmptyText(tr("A graph without kernels"),
                        tr("This file has no @T.prim_func to schedule. Its graph is in the pane Graph (Alt+G)"));
  else if (window_.feature<PythonFeature>().needsPython())
    tree_->setEmptyText(
        tr("No program yet"),
        tr("Python makes the programs of this file: Ctrl+Shift+R runs it, if you allow it, and Ctrl+Shift+O "
           "lists what it made"));
  else
    tree_->setEmptyText(tr("No function"), tr("This file has no @T.prim_func to schedule"));
}

// Links to the samples on the first start, and to recent files later.
QString LoopTreeFeature::startLinks() const {
  const auto link = [this](const QString& where, const QString& words) {
    return QStringLiteral("<a href='%1' style='color:%3; text-decoration:none'>%2</a>")
        .arg(where.toHtmlEscaped(), words.toHtmlEscaped(), window_.theme().link.name());
  };
  QStringList links{link(kOpenLink, tr("Open a file…"))};
  if (!samplesFolder().isEmpty()) links << link(kSampleLink, tr("Open a sample…"));
  const QStringList recent = window_.settings().value("recent").toStringList().mid(0, kRecentLinks);
  for (const QString& file : recent) links << link(file, QFileInfo(file).fileName());
  return QStringLiteral("<p align='center' style='line-height:150%'>%1</p>").arg(links.join(QStringLiteral("<br>")));
}

void LoopTreeFeature::followStartLink(const QString& link) {
  auto& documents = window_.feature<DocumentsFeature>();
  if (link == kOpenLink) return documents.openDialog();
  if (link == kSampleLink) return documents.samples()->popup(QCursor::pos());
  services_.get<DocumentFiles>()->open(link);
}

}  // namespace lw
