#include "app/window/trace/trace_feature.h"

#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "app/models/document/document.h"
#include "app/models/lowering/state_comparison.h"
#include "app/models/program/selection_model.h"
#include "app/models/program/shown_program.h"
#include "app/models/schedule/history_editor.h"
#include "app/models/schedule/steps.h"
#include "app/models/support/services.h"
#include "app/services/schedule/composites.h"
#include "app/services/schedule/state_labels.h"
#include "app/window/trace/trace_rows.h"
#include "app/window/window_context.h"
#include "views/trace/proof_line.h"
#include "views/trace/step_line.h"
#include "views/widgets/pane.h"

namespace lw {
namespace {

constexpr int kBesideFrom = 440;  // pixels: a narrower pane has no room for trace and variants beside each other

}  // namespace

TraceFeature::TraceFeature(WindowContext& window) : Feature(window) {
  buildPane();
  addAction(MenuSection::EditNames, tr("Type a step as P&ython"), "Ctrl+Shift+K", [this] { typeStep(); }, -1);
  compare_ = addAction(MenuSection::ScheduleCompare, tr("&Compare other states with this one\tC"), "",
                       [this] { compare(services_.get<Document>()->history().current()); });
  compareBefore_ = addAction(MenuSection::ScheduleCompare, tr("Compare with the state &before"), "", [this] {
    const std::vector<int> path = services_.get<HistoryEditor>()->shownPath();
    const auto here = std::find(path.begin(), path.end(), services_.get<Document>()->history().current());
    if (here != path.begin() && here != path.end()) compare(*(here - 1));
  });
  stopComparing_ = addAction(MenuSection::ScheduleCompare, tr("St&op comparing"), "", [this] { compare(-1); });
  prove_ = addAction(MenuSection::ScheduleCompare, tr("Prove &equal to the program as written"), "",
                     [this] { proveShown(); });
  addAction(MenuSection::ViewPlaces, tr("T&race"), "Alt+6", [this] {
    pane_->raise();  // among tabs
    trace_->setFocus();
  });
  addKeys(tr("Trace"), {{"↑ ↓", tr("Show the previous or next state")},
                        {"F2", tr("Change the step")},
                        {"Space", tr("Switch the step off or on")},
                        {"Delete", tr("Remove the step")},
                        {"Alt+↑ Alt+↓", tr("Move the step")},
                        {"C", tr("Compare other states with this one")},
                        {"B", tr("Set or remove a bookmark")},
                        {"[ ]", tr("Go to the previous or next bookmark")},
                        {"N", tr("Write a note")},
                        {"H", tr("Highlight what the step made")},
                        {"→ ←", tr("Unfold or fold a composite")}});
  addTourStop(5, pane_, tr("The trace"),
              tr("Lists your steps, one per row. Click a row to go back to it. Change, switch off or move a step, and "
                 "the later steps are applied again."));
}

void TraceFeature::buildPane() {
  trace_ = new TraceView;
  branches_ = new BranchView;
  auto* history = new QSplitter(Qt::Horizontal);
  history->setChildrenCollapsible(false);
  history->addWidget(trace_);
  history->addWidget(branches_);
  history->setStretchFactor(0, 1);
  proofLine_ = new ProofLine;
  stepLine_ = new StepLine;
  auto* body = new QWidget;
  auto* rows = new QVBoxLayout(body);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  rows->addWidget(history, 1);
  rows->addWidget(proofLine_);
  rows->addWidget(stepLine_);
  pane_ = new Pane("trace", tr("Trace"), body);
  addPane(pane_, PaneRow::Bottom, 51, 51);
}

void TraceFeature::addBranchTool() {
  QToolButton* tree = pane_->header()->addTool(tr("Variants"), tr("Show the variants as a tree"));
  tree->setObjectName("showBranches");
  tree->setCheckable(true);
  connect(tree, &QToolButton::toggled, this, [this](bool on) {
    window_.settings().setValue("branches", on);
    branches_->setVisible(on);
    showBranches();
  });
  tree->setChecked(window_.settings().value("branches", false).toBool());
  branches_->setVisible(tree->isChecked());
  auto* history = qobject_cast<QSplitter*>(branches_->parentWidget());
  connect(history, &QSplitter::splitterMoved, this, [this] { widthShared_ = true; });
  history->installEventFilter(this);
}

void TraceFeature::connectFeatures() {
  addBranchTool();
  connectSteps();
  connectProof();
  connect(pane_->header(), &PaneHeader::switched, this, [this](int index) {
    if (index >= 0 && index < int(variantTips_.size()))
      services_.get<HistoryEditor>()->goTo(variantTips_[size_t(index)]);
  });
  connect(branches_, &BranchView::chosen, services_.get<HistoryEditor>(), &HistoryEditor::goTo);
  connect(branches_, &BranchView::renamed, services_.get<HistoryEditor>(), &HistoryEditor::rename);
  connect(branches_, &BranchView::removeRequested, this, &TraceFeature::removeVariant);
  connect(branches_, &BranchView::menuRequested, this, &TraceFeature::openVariantMenu);
  connect(pane_->header(), &PaneHeader::switchMenuRequested, this, [this](int index, const QPoint& at) {
    if (index < 0 || index >= int(variantTips_.size())) return;
    const int tip = variantTips_[size_t(index)];
    for (const BranchRow& row : branchRows(services_))
      if (row.tip == tip) return openVariantMenu(tip, row.firstNode, at);
  });
  connect(stepLine_, &StepLine::entered, services_.get<Steps>(), &Steps::applyText);
  connect(services_.get<Steps>(), &Steps::applied, stepLine_, &StepLine::accepted);
  connect(services_.get<Steps>(), &Steps::refused, stepLine_, &StepLine::refused);
  connect(services_.get<Document>(), &Document::replaced, stepLine_, &StepLine::startAgain);
  connect(services_.get<ShownProgram>(), &ShownProgram::changed, this, [this] {
    if (services_.get<Document>()->hasProgram() && services_.get<ShownProgram>()->hasViews())
      showNames();
    else
      showTrace();
  });
  connect(services_.get<HistoryEditor>(), &HistoryEditor::changed, this, &TraceFeature::showTrace);
  connect(services_.get<StateComparison>(), &StateComparison::changed, this, &TraceFeature::showTrace);
  connect(services_.get<StateComparison>(), &StateComparison::chosen, &window_, &WindowContext::refreshActions);
}

void TraceFeature::connectSteps() {
  connect(trace_, &TraceView::rowChosen, services_.get<HistoryEditor>(), &HistoryEditor::goTo);
  connect(trace_, &TraceView::editRequested, services_.get<HistoryEditor>(), &HistoryEditor::editStep);
  connect(trace_, &TraceView::leaveOutRequested, services_.get<HistoryEditor>(), &HistoryEditor::leaveOut);
  connect(trace_, &TraceView::moveRequested, services_.get<HistoryEditor>(), &HistoryEditor::moveStep);
  connect(trace_, &TraceView::switchRequested, services_.get<HistoryEditor>(), &HistoryEditor::switchStep);
  connect(trace_, &TraceView::bookmarkRequested, services_.get<HistoryEditor>(), &HistoryEditor::mark);
  connect(trace_, &TraceView::compareRequested, this, &TraceFeature::compare);
  connect(trace_, &TraceView::menuRequested, this, &TraceFeature::openMenu);
  connect(trace_, &TraceView::noteRequested, this, &TraceFeature::noteOn);
  connect(trace_, &TraceView::highlightRequested, this, &TraceFeature::highlightMade);
}

void TraceFeature::setTheme(const Theme& theme) {
  trace_->setTheme(theme);
  branches_->setTheme(theme);
}

void TraceFeature::typeStep() {
  pane_->show();
  stepLine_->edit()->setFocus();
}

// ---- contents ----

void TraceFeature::showTrace() {
  variantTips_.clear();
  if (!services_.get<Document>()->hasProgram()) {
    pane_->header()->setSwitches({});
    trace_->setEmptyText(emptyText());
    trace_->setRows({}, 0);
    pane_->header()->setState({});
    showBranches();
    return;
  }
  std::vector<TraceRow> rows = traceRows(services_);
  const int steps = int(rows.size()) - 1;
  int current = 0;
  for (size_t i = 0; i < rows.size(); ++i)
    if (rows[i].node == services_.get<Document>()->history().current()) current = int(i);
  trace_->setRows(std::move(rows), current);
  showVariants();
  showBranches();
  pane_->header()->setState(steps < 1 ? tr("No steps yet") : steps == 1 ? tr("1 step") : tr("%1 steps").arg(steps));
}

void TraceFeature::showVariants() {
  const History& history = services_.get<Document>()->history();
  const int last = services_.get<HistoryEditor>()->shownPath().back();
  int shown = -1;
  QStringList variants;
  const std::vector<Branch> branches = branchesOf(history);
  for (const int tip : history.variants()) {
    if (tip == 0) continue;  // the variant has no steps yet
    const QString name = QString::fromStdString(history.node(tip).name);
    variants << (name.isEmpty() ? variantOf(branches, tip) : name);
    if (tip == last) shown = int(variantTips_.size());
    variantTips_.push_back(tip);
  }
  pane_->header()->setSwitches(variants);
  if (shown >= 0) pane_->header()->setSwitch(shown);
}

void TraceFeature::showBranches() {
  if (branches_->isHidden()) return;
  branches_->setRows(services_.get<Document>()->hasProgram() ? branchRows(services_) : std::vector<BranchRow>());
  shareWidth();
}

// A model without kernels of its own has nothing to which steps are applied.
QString TraceFeature::emptyText() const {
  const SourceFile* source = services_.get<Document>()->source();
  if (source && !source->graphs.empty())
    return tr(
        "Steps are applied to kernels, and this file has a graph only. Call a @T.prim_func by R.call_tir to "
        "schedule it; the kernels that the passes make of the operators are shown under Lowered.");
  return tr("Open a program to see the steps of its schedule");
}

// In a narrow pane, the variants are below the trace.
bool TraceFeature::eventFilter(QObject* object, QEvent* event) {
  auto* history = event->type() == QEvent::Resize ? qobject_cast<QSplitter*>(object) : nullptr;
  if (!history) return false;
  const Qt::Orientation wanted = history->width() < kBesideFrom ? Qt::Vertical : Qt::Horizontal;
  if (history->orientation() != wanted) {
    history->setOrientation(wanted);
    widthShared_ = false;
  }
  if (!branches_->isHidden()) shareWidth();
  return false;
}

// The variants get the width they need, up to a half, unless the user has moved the border.
void TraceFeature::shareWidth() {
  auto* history = qobject_cast<QSplitter*>(branches_->parentWidget());
  if (!history || widthShared_) return;
  if (history->orientation() == Qt::Vertical)
    return history->setSizes({history->height() * 3 / 5, history->height() * 2 / 5});
  const int total = history->width(), wanted = std::min(branches_->fullWidth(), total / 2);
  history->setSizes({total - wanted, wanted});
}

void TraceFeature::showNames() {
  QStringList loops, blocks;
  for (const LoopTreeNode& node : services_.get<ShownProgram>()->views().tree.nodes) {
    if (node.loop.valid()) loops << QString::fromStdString(node.name);
    if (node.block.valid()) blocks << QString::fromStdString(node.name);
  }
  const std::vector<const Primitive*> composites = services_.get<CompositeShelf>()->forms();
  stepLine_->setNames(loops, blocks, composites);
  stepLine_->setReader([this, composites](const std::string& text) {
    if (!services_.get<Document>()->hasProgram()) return TypedStep{.call = text};
    const Schedule schedule = services_.get<Document>()->workingSchedule();
    return readTypedStep(text, {schedule, composites, services_.get<SelectionModel>()->current().nodes});
  });
}

}  // namespace lw
