#include "app/window/extra_panes/extra_pane.h"

#include <QMenu>

#include "app/models/document/document.h"
#include "app/models/lowering/other_state.h"
#include "app/models/program/selection_model.h"
#include "app/models/program/shown_program.h"
#include "app/models/program/state_views.h"
#include "app/models/schedule/history_editor.h"
#include "app/services/lowering/lowering.h"
#include "app/services/lowering/pane_states.h"
#include "app/services/workbench.h"
#include "backends/targets/targets.h"
#include "views/widgets/lock_icon.h"

namespace lw {
namespace {

constexpr const char* kBody = "extraPaneBody";

QWidget* namedBody() {
  auto* body = new QWidget;
  body->setObjectName(kBody);
  return body;
}

}  // namespace

ExtraPane::ExtraPane(Kind kind, const QString& name, Workbench& workbench, CodePanes& texts)
    : Pane(name, kind == Kind::Lowered ? tr("Lowered") : tr("Scheduled"), namedBody(),
           kind == Kind::Lowered ? tr("Lowered, second pane") : tr("Scheduled program, second pane")),
      kind_(kind),
      workbench_(workbench) {
  auto* body = widget()->findChild<QWidget*>(kBody);
  auto* rows = new QVBoxLayout(body);
  rows->setContentsMargins(0, 0, 0, 0);
  if (kind == Kind::Lowered) {
    lowered_ = new LoweredView;
    frame_ = lowered_->frame();
    rows->addWidget(lowered_);
    lowered_->setSizes({130, 400});
    connect(lowered_, &LoweredView::stageRequested, workbench_.lowering(), &Lowering::makeMachineCode);
    connect(lowered_, &LoweredView::picked, workbench_.selection(), &SelectionModel::select);
    connect(lowered_, &LoweredView::stageChosen, this, [this](const QString& state) { header()->setState(state); });
  } else {
    auto* view = new CodeView;
    view->setReadOnly(true);
    frame_ = new CodeFrame(view);
    rows->addWidget(frame_);
    connect(view, &CodeView::offsetPicked, this, [this](int offset) {
      if (program_) workbench_.selection()->select(selectionAt(program_->map, offset));
    });
  }
  frame_->view()->setAccessibleName(kind == Kind::Lowered ? tr("Text of the stage, second pane")
                                                          : tr("Scheduled program, second pane"));
  texts.add(frame_, [this] { return content(); });
  chooser_ = header()->addTool(tr("As shown"), tr("The trace row whose state is shown here"));
  chooser_->setObjectName("stateChooser");
  chooser_->setPopupMode(QToolButton::InstantPopup);
  auto* menu = new QMenu(chooser_);
  chooser_->setMenu(menu);
  connect(menu, &QMenu::aboutToShow, this, [this, menu] { fillMenu(menu); });
  lock_ = addLock(*header());
  connect(lock_, &QToolButton::toggled, this, &ExtraPane::setLocked);
  QToolButton* close = header()->addTool(QStringLiteral("✕"), tr("Close this pane"));
  close->setObjectName("closePane");
  connect(close, &QToolButton::clicked, this, &ExtraPane::closeRequested);
  showLabel();
}

void ExtraPane::setTheme(const Theme& theme) {
  if (lowered_)
    lowered_->setTheme(theme);
  else
    frame_->view()->setTheme(theme);
}

void ExtraPane::fillMenu(QMenu* menu) {
  menu->clear();
  const auto add = [&](const QString& text, std::optional<int> node) {
    QAction* action = menu->addAction(text, this, [this, node] {
      setLocked(false);
      setNode(node);
    });
    action->setCheckable(true);
    action->setChecked(node == node_);
  };
  add(tr("As in the window"), {});
  if (!workbench_.document()->hasProgram()) return;
  menu->addSeparator();
  for (const int node : workbench_.history()->shownPath())
    add(node == 0 ? labelOf(0)
                  : tr("%1: %2").arg(labelOf(node),
                                     QString::fromStdString(workbench_.document()->history().node(node).title)),
        node);
  if (!lowered_) return;
  menu->addSeparator();
  const auto addTarget = [&](const QString& text, const QString& target) {
    QAction* action = menu->addAction(text, this, [this, target] { setTarget(target); });
    action->setCheckable(true);
    action->setChecked(target == target_);
  };
  addTarget(tr("Lower for the target of the window"), {});
  for (const TargetDescriptor* target : allTargets()) {
    const QString name = QString::fromUtf8(target->name.data(), qsizetype(target->name.size()));
    addTarget(tr("Lower for %1").arg(name), name);
  }
}

void ExtraPane::setTarget(const QString& target) {
  if (target == target_ || !lowered_) return;
  target_ = target;
  shown_.reset();
  Q_EMIT nodeChanged();
  if (!ownNode()) workbench_.lowering()->refresh();
  showProgram();
}

std::optional<int> ExtraPane::ownNode() const {
  if (node_ || target_.isEmpty() || !workbench_.document()->hasProgram()) return node_;
  return workbench_.document()->history().current();
}

QString ExtraPane::labelOf(int node) const {
  const int step = int(workbench_.document()->history().pathTo(node).size()) - 1;
  return step == 0 ? tr("as written") : tr("step %1").arg(step);
}

void ExtraPane::setNode(std::optional<int> node) {
  if (node == node_) return;
  node_ = node;
  shown_.reset();
  Q_EMIT nodeChanged();
  if (!ownNode() && lowered_) workbench_.lowering()->refresh();
  showProgram();
}

void ExtraPane::setLocked(bool locked) {
  if (locked == lock_->isChecked() && locked == lock_->property("locked").toBool()) return;
  lock_->setProperty("locked", locked);
  lock_->setChecked(locked);
  if (locked && !node_ && workbench_.document()->hasProgram()) {
    followed_ = true;
    shown_.reset();
    node_ = workbench_.document()->history().current();
    Q_EMIT nodeChanged();
  } else if (!locked && std::exchange(followed_, false)) {
    setNode({});
  }
  showProgram();
}

std::shared_ptr<const OtherState> ExtraPane::state() const {
  const std::optional<int> own = ownNode();
  return own && workbench_.document()->hasProgram() ? workbench_.states()->of({*own, target_}) : nullptr;
}

void ExtraPane::showLabel() {
  const bool known = node_ && workbench_.document()->hasProgram();
  const QString state = known ? labelOf(*node_) : tr("As shown");
  chooser_->setText(target_.isEmpty() ? state : tr("%1 · %2").arg(state, target_));
  showLock(*lock_, known ? labelOf(*node_) : QString());
}

// Stops following a state that no longer exists (another document, or a removed variant).
void ExtraPane::showProgram() {
  const bool gone =
      node_ && (!workbench_.document()->hasProgram() || *node_ >= workbench_.document()->history().size() ||
                workbench_.document()->history().node(*node_).removed);
  if (gone) {
    followed_ = false;
    lock_->setProperty("locked", false);
    lock_->setChecked(false);
    node_.reset();
    Q_EMIT nodeChanged();
    if (lowered_) workbench_.lowering()->refresh();
  }
  showLabel();
  if (!workbench_.document()->hasProgram() || !workbench_.program()->hasViews()) {
    program_.reset();
    if (lowered_) return lowered_->setStages({}, {});
    return frame_->view()->setCode({});
  }
  const std::shared_ptr<const OtherState> ready = state();
  if (ownNode() && (!ready || ready == shown_)) return;
  shown_ = ready;
  const BlockSigns signs = signsOf(workbench_.program()->views().tree);
  if (lowered_) {
    lowered_->setBlocks(signs);
    if (ready)
      lowered_->setStages(ready->stages, ready->stages.empty()
                                             ? tr("Lowering for %1 is not available yet").arg(ready->target)
                                             : QString());
  } else if (ready) {
    program_ = ready->program;
    frame_->view()->setCode(ready->printed);
  } else {
    program_ = std::make_shared<const StageProgram>(
        StageProgram{workbench_.program()->views().function, workbench_.program()->views().printed.map});
    frame_->view()->setCode(workbench_.program()->views().printed.text);
  }
  if (program_ && !lowered_)
    frame_->view()->signs()->set(signedLines(frame_->view()->plainCode(), program_->map, signs), signs.names);
  showSelection();
}

void ExtraPane::showStages(const Stages& stages, const QString& why) {
  if (lowered_ && !ownNode()) lowered_->setStages(stages, why);
}

void ExtraPane::showSelection() {
  if (locked() || !workbench_.document()->hasProgram()) return;
  const LinkedSelection& selection = workbench_.selection()->current();
  const Snapshot& program = node_ ? workbench_.document()->history().node(*node_).schedule.program()
                                  : workbench_.document()->schedule().program();
  if (lowered_)
    lowered_->setSelection(withDescendants(program, selection.nodes), selection.buffer);
  else if (program_)
    frame_->view()->highlight(spansOf(program_->map, selection), true);
}

CodeContent ExtraPane::content() const {
  CodeContent content;
  std::shared_ptr<const StageProgram> program = program_;
  if (lowered_) {
    const StageText* stage = lowered_->shownStage();
    if (stage) content.language = stage->language, program = stage->program;
  }
  if (!program) return content;
  content.map = &program->map;
  content.functions = {&program->function};
  return content;
}

}  // namespace lw
