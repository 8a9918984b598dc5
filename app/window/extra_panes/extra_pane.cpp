#include "app/window/extra_panes/extra_pane.h"

#include <QMenu>

#include "app/models/document/document.h"
#include "app/models/lowering/other_state.h"
#include "app/models/program/selection_model.h"
#include "app/models/program/shown_program.h"
#include "app/models/program/state_views.h"
#include "app/models/schedule/history_editor.h"
#include "app/models/support/services.h"
#include "app/services/lowering/lowering.h"
#include "app/services/lowering/pane_states.h"
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

ExtraPane::ExtraPane(Kind kind, const QString& name, const Services& services, CodePanes& texts)
    : Pane(name, kind == Kind::Lowered ? tr("Lowered") : tr("Scheduled"), namedBody(),
           kind == Kind::Lowered ? tr("Lowered, second pane") : tr("Scheduled program, second pane")),
      kind_(kind),
      services_(services) {
  auto* body = widget()->findChild<QWidget*>(kBody);
  auto* rows = new QVBoxLayout(body);
  rows->setContentsMargins(0, 0, 0, 0);
  if (kind == Kind::Lowered) {
    lowered_ = new LoweredView;
    frame_ = lowered_->frame();
    rows->addWidget(lowered_);
    lowered_->setSizes({130, 400});
    connect(lowered_, &LoweredView::stageRequested, services_.get<Lowering>(), &Lowering::makeMachineCode);
    connect(lowered_, &LoweredView::picked, services_.get<SelectionModel>(), &SelectionModel::select);
    connect(lowered_, &LoweredView::stageChosen, this, [this](const QString& state) { header()->setState(state); });
  } else {
    auto* view = new CodeView;
    view->setReadOnly(true);
    frame_ = new CodeFrame(view);
    rows->addWidget(frame_);
    connect(view, &CodeView::offsetPicked, this, [this](int offset) {
      if (program_) services_.get<SelectionModel>()->select(selectionAt(program_->map, offset));
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
  if (!services_.get<Document>()->hasProgram()) return;
  menu->addSeparator();
  for (const int node : services_.get<HistoryEditor>()->shownPath())
    add(node == 0 ? labelOf(0)
                  : tr("%1: %2").arg(labelOf(node),
                                     QString::fromStdString(services_.get<Document>()->history().node(node).title)),
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
  if (!ownNode()) services_.get<Lowering>()->refresh();
  showProgram();
}

std::optional<int> ExtraPane::ownNode() const {
  if (node_ || target_.isEmpty() || !services_.get<Document>()->hasProgram()) return node_;
  return services_.get<Document>()->history().current();
}

QString ExtraPane::labelOf(int node) const {
  const int step = int(services_.get<Document>()->history().pathTo(node).size()) - 1;
  return step == 0 ? tr("as written") : tr("step %1").arg(step);
}

void ExtraPane::setNode(std::optional<int> node) {
  if (node == node_) return;
  node_ = node;
  shown_.reset();
  Q_EMIT nodeChanged();
  if (!ownNode() && lowered_) services_.get<Lowering>()->refresh();
  showProgram();
}

void ExtraPane::setLocked(bool locked) {
  if (locked == lock_->isChecked() && locked == lock_->property("locked").toBool()) return;
  lock_->setProperty("locked", locked);
  lock_->setChecked(locked);
  if (locked && !node_ && services_.get<Document>()->hasProgram()) {
    followed_ = true;
    shown_.reset();
    node_ = services_.get<Document>()->history().current();
    Q_EMIT nodeChanged();
  } else if (!locked && std::exchange(followed_, false)) {
    setNode({});
  }
  showProgram();
}

std::shared_ptr<const OtherState> ExtraPane::state() const {
  const std::optional<int> own = ownNode();
  return own && services_.get<Document>()->hasProgram() ? services_.get<PaneStates>()->of({*own, target_}) : nullptr;
}

void ExtraPane::showLabel() {
  const bool known = node_ && services_.get<Document>()->hasProgram();
  const QString state = known ? labelOf(*node_) : tr("As shown");
  chooser_->setText(target_.isEmpty() ? state : tr("%1 · %2").arg(state, target_));
  showLock(*lock_, known ? labelOf(*node_) : QString());
}

// Stops following a state that no longer exists (another document, or a removed variant).
void ExtraPane::showProgram() {
  const bool gone =
      node_ && (!services_.get<Document>()->hasProgram() || *node_ >= services_.get<Document>()->history().size() ||
                services_.get<Document>()->history().node(*node_).removed);
  if (gone) {
    followed_ = false;
    lock_->setProperty("locked", false);
    lock_->setChecked(false);
    node_.reset();
    Q_EMIT nodeChanged();
    if (lowered_) services_.get<Lowering>()->refresh();
  }
  showLabel();
  if (!services_.get<Document>()->hasProgram() || !services_.get<ShownProgram>()->hasViews()) {
    program_.reset();
    if (lowered_) return lowered_->setStages({}, {});
    return frame_->view()->setCode({});
  }
  const std::shared_ptr<const OtherState> ready = state();
  if (ownNode() && (!ready || ready == shown_)) return;
  shown_ = ready;
  const BlockSigns signs = signsOf(services_.get<ShownProgram>()->views().tree);
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
    program_ = std::make_shared<const StageProgram>(StageProgram{services_.get<ShownProgram>()->views().function,
                                                                 services_.get<ShownProgram>()->views().printed.map});
    frame_->view()->setCode(services_.get<ShownProgram>()->views().printed.text);
  }
  if (program_ && !lowered_)
    frame_->view()->signs()->set(signedLines(frame_->view()->plainCode(), program_->map, signs), signs.names);
  showSelection();
}

void ExtraPane::showStages(const Stages& stages, const QString& why) {
  if (lowered_ && !ownNode()) lowered_->setStages(stages, why);
}

void ExtraPane::showSelection() {
  if (locked() || !services_.get<Document>()->hasProgram()) return;
  const LinkedSelection& selection = services_.get<SelectionModel>()->current();
  const Snapshot& program = node_ ? services_.get<Document>()->history().node(*node_).schedule.program()
                                  : services_.get<Document>()->schedule().program();
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
