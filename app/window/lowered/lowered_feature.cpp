#include "app/window/lowered/lowered_feature.h"

#include <QToolButton>

#include "app/models/document/document.h"
#include "app/models/lowering/other_state.h"
#include "app/models/lowering/state_comparison.h"
#include "app/models/program/selection_model.h"
#include "app/models/program/shown_program.h"
#include "app/models/program/state_views.h"
#include "app/models/support/services.h"
#include "app/services/lowering/lowering.h"
#include "app/services/models/model_runs.h"
#include "app/window/code/code_feature.h"
#include "app/window/loop_tree/loop_tree_feature.h"
#include "app/window/pane_lock.h"
#include "app/window/window_context.h"
#include "views/widgets/compact_icon.h"

namespace lw {

LoweredFeature::LoweredFeature(WindowContext& window) : Feature(window), lowered_(new LoweredView) {
  window.feature<CodeFeature>().texts()->add(lowered_->frame(), [this] { return content(); });
  buildPane();
  addAction(MenuSection::ViewPlaces, tr("&Lowered stages"), "Alt+4", [this] { lowered_->list()->setFocus(); });
  addAction(MenuSection::ViewPlaces, tr("Lowered te&xt"), "Alt+5", [this] { lowered_->text()->setFocus(); });
  addTourStop(
      6, pane_, tr("Down to machine code"),
      tr("Shows every lowering pass, then LLVM IR and assembly. What you select in the tree is marked here too."));
}

void LoweredFeature::buildPane() {
  pane_ = new Pane("lowered", tr("Lowered"), lowered_);
  compared_ = pane_->header()->addTool({}, tr("Stop comparing (Esc in the trace)"));
  compared_->setObjectName("comparedWith");
  compared_->hide();
  connect(compared_, &QToolButton::clicked, this, [this] { services_.get<StateComparison>()->compareWith({}); });
  diff_ = pane_->header()->addTool(tr("Diff"), tr("Show what the stage changed, compared with the stage before it"));
  diff_->setObjectName("stageDiff");
  diff_->setCheckable(true);
  connect(diff_, &QToolButton::toggled, lowered_, &LoweredView::setDiff);
  QToolButton* hide = pane_->header()->addTool(tr("Hide unchanged"), tr("Hide stages that changed nothing"));
  hide->setCheckable(true);
  connect(hide, &QToolButton::toggled, lowered_, &LoweredView::setHideUnchanged);
  addCompactSwitch(*pane_->header(), *window_.feature<CodeFeature>().compactAction());
  lock_ = new PaneLock(*pane_->header(), *services_.get<Document>(), *services_.get<ShownProgram>());
  addPane(pane_, PaneRow::Top, 33, 35);
}

void LoweredFeature::connectFeatures() {
  connect(lowered_, &LoweredView::stageRequested, services_.get<Lowering>(), &Lowering::makeMachineCode);
  connect(lowered_, &LoweredView::listFolded, this,
          [this](bool folded) { window_.settings().setValue("foldedStages", folded); });
  connect(lowered_, &LoweredView::picked, services_.get<SelectionModel>(), &SelectionModel::select);
  connect(lowered_, &LoweredView::stageChosen, pane_->header(),
          [this](const QString& state) { pane_->header()->setState(state); });
  connect(&window_.feature<CodeFeature>(), &CodeFeature::compactToggled, lowered_, &LoweredView::showAgain);
  connect(&window_.feature<LoopTreeFeature>(), &LoopTreeFeature::metricChosen, lowered_, &LoweredView::setMetric);
  connect(services_.get<Document>(), &Document::replaced, this, [this] { lowered_->text()->goToStart(); });
  connect(services_.get<ShownProgram>(), &ShownProgram::changed, this, &LoweredFeature::showProgram);
  connect(services_.get<Lowering>(), &Lowering::stagesChanged, this, [this](const Stages& stages, const QString& why) {
    if (!lock_->locked()) lowered_->setStages(stages, why);
  });
  connect(services_.get<StateComparison>(), &StateComparison::changed, this, &LoweredFeature::showComparison);
  connect(services_.get<SelectionModel>(), &SelectionModel::changed, this, &LoweredFeature::showSelection);
  connect(services_.get<ModelRuns>(), &ModelRuns::changed, this, [this] {
    if (!services_.get<Document>()->hasProgram()) showModel();
  });
  connect(lock_, &PaneLock::unlocked, this, [this] {
    showComparison();
    services_.get<Lowering>()->refresh();
  });
}

void LoweredFeature::restore() {
  lowered_->chooseStage(window_.settings().value("stage").toString().toStdString());
  lowered_->setListFolded(window_.settings().value("foldedStages", false).toBool());
}

void LoweredFeature::start() { showProgram(); }

void LoweredFeature::setTheme(const Theme& theme) {
  lowered_->setTheme(theme);
  showSelection();
}

void LoweredFeature::save() { window_.settings().setValue("stage", QString::fromStdString(lowered_->chosenStage())); }

void LoweredFeature::saveLayout(QJsonObject& layout) const {
  layout["stage"] = QString::fromStdString(lowered_->chosenStage());
}

void LoweredFeature::restoreLayout(const QJsonObject& layout) {
  if (const QString stage = layout["stage"].toString(); !stage.isEmpty()) lowered_->chooseStage(stage.toStdString());
}

// A locked pane keeps the stages that it shows.
std::set<std::string> LoweredFeature::wantedStages(std::optional<int> node) const {
  const bool shown = !lock_->locked() && (!node || node == services_.get<StateComparison>()->compared());
  return shown ? lowered_->wantedStages() : std::set<std::string>();
}

void LoweredFeature::showProgram() {
  if (services_.get<Document>()->hasProgram() && services_.get<ShownProgram>()->hasViews()) {
    if (!lock_->locked()) lowered_->setBlocks(signsOf(services_.get<ShownProgram>()->views().tree));
    return;
  }
  showModel();
}

// A file of graphs only: the model after each pass.
void LoweredFeature::showModel() {
  const SourceFile* source = services_.get<Document>()->source();
  const bool graphs = source && !source->graphs.empty();
  const ModelRuns& models = *services_.get<ModelRuns>();
  const Stages stages = graphs ? models.plan().stages : Stages();
  lowered_->setStages(stages, !graphs ? QString()
                              : !models.failure().isEmpty()
                                  ? models.failure()
                                  : tr("Show the graph (Alt+G) to see the model after every pass"));
  if (stages.empty()) pane_->header()->setState({});
}

void LoweredFeature::showComparison() {
  const OtherState* other = services_.get<StateComparison>()->state();
  compared_->setVisible(other);
  diff_->setVisible(!other);
  if (other) compared_->setText(tr("Against %1  ✕").arg(other->label));
  showSelection();
  if (!lock_->locked()) lowered_->setOther(other ? other->stages : Stages());
}

void LoweredFeature::showSelection() {
  if (!services_.get<Document>()->hasProgram() || !services_.get<ShownProgram>()->hasViews() || lock_->locked()) return;
  const LinkedSelection& selection = services_.get<SelectionModel>()->current();
  lowered_->setSelection(withDescendants(services_.get<Document>()->schedule().program(), selection.nodes),
                         selection.buffer, !services_.get<Lowering>()->awaited());
}

CodeContent LoweredFeature::content() const {
  CodeContent content;
  const StageText* stage = lowered_->shownStage();
  if (!stage) return content;
  content.language = stage->language;
  if (!stage->program) return content;
  content.map = &stage->program->map;
  content.functions = {&stage->program->function};
  return content;
}

}  // namespace lw
