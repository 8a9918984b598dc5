#include "app/window/extra_panes/extra_panes.h"

#include <algorithm>
#include <set>

#include "app/models/document/document.h"
#include "app/models/program/selection_model.h"
#include "app/models/program/shown_program.h"
#include "app/models/schedule/history_editor.h"
#include "app/models/support/services.h"
#include "app/services/lowering/lowering.h"
#include "app/services/lowering/pane_states.h"
#include "backends/targets/targets.h"

namespace lw {

ExtraPanes::ExtraPanes(QMainWindow* window, const Services& services, CodePanes* texts)
    : QObject(window), window_(window), services_(services), texts_(texts), theme_(loadTheme("dark")) {
  const auto each = [this](auto act) {
    return [this, act] {
      for (ExtraPane* pane : std::vector<ExtraPane*>(panes_)) act(pane);
    };
  };
  connect(services_.get<HistoryEditor>(), &HistoryEditor::changed, this, each([](ExtraPane* pane) {
            if (pane->ownNode()) pane->showProgram();
          }));
  // Rows of another document's trace are not valid here.
  connect(services_.get<ShownProgram>(), &ShownProgram::changed, this, [this] {
    const bool other =
        std::exchange(document_, services_.get<Document>()->number()) != services_.get<Document>()->number();
    for (ExtraPane* pane : std::vector<ExtraPane*>(panes_)) {
      if (other) pane->setLocked(false), pane->setNode({});
    }
    tellNodes();  // a pane for another target needs the state that is shown now
    for (ExtraPane* pane : std::vector<ExtraPane*>(panes_)) pane->showProgram();
    restoreRows();
  });
  connect(services_.get<PaneStates>(), &PaneStates::changed, this, each([](ExtraPane* pane) {
            if (pane->ownNode()) pane->showProgram();
          }));
  connect(services_.get<SelectionModel>(), &SelectionModel::changed, this,
          each([](ExtraPane* pane) { pane->showSelection(); }));
  connect(services_.get<Lowering>(), &Lowering::stagesChanged, this, [this](const Stages& stages, const QString& why) {
    for (ExtraPane* pane : panes_) pane->showStages(stages, why);
  });
}

ExtraPane* ExtraPanes::add(ExtraPane::Kind kind, const QString& name) {
  auto* pane = new ExtraPane(kind, name, services_, *texts_);
  pane->setParent(window_);
  pane->setTheme(theme_);
  if (pane->lowered()) pane->lowered()->setMetric(metric_);
  connect(pane, &ExtraPane::closeRequested, this, [this, pane] { close(pane); });
  connect(pane, &ExtraPane::nodeChanged, this, &ExtraPanes::tellNodes);
  panes_.push_back(pane);
  return pane;
}

ExtraPane* ExtraPanes::open(ExtraPane::Kind kind, QDockWidget* neighbour) {
  const QString stem = kind == ExtraPane::Kind::Lowered ? QStringLiteral("lowered") : QStringLiteral("scheduled");
  int number = 2;
  const auto taken = [&] {
    return std::any_of(panes_.begin(), panes_.end(),
                       [&](const ExtraPane* p) { return p->objectName() == stem + QString::number(number); });
  };
  while (taken()) ++number;
  ExtraPane* pane = add(kind, stem + QString::number(number));
  window_->splitDockWidget(neighbour, pane, Qt::Horizontal);
  pane->show();
  shareWidth(neighbour);
  pane->showProgram();
  if (pane->lowered()) services_.get<Lowering>()->refresh();
  pane->text()->setFocus();
  return pane;
}

// Gives the width to texts; other panes in the row keep the width that they need.
void ExtraPanes::shareWidth(const QDockWidget* row) {
  QList<QDockWidget*> docks;
  QList<int> widths;
  for (QDockWidget* dock : window_->findChildren<QDockWidget*>()) {
    if (dock->isFloating() || !dock->isVisible() || dock->geometry().top() != row->geometry().top()) continue;
    const QString name = dock->objectName();
    docks << dock;
    widths << window_->width() *
                  (name.startsWith("lowered")                         ? 5
                   : name.startsWith("scheduled") || name == "source" ? 4
                   : name == "tree"                                   ? 3
                                                                      : 2) /
                  20;
  }
  window_->resizeDocks(docks, widths, Qt::Horizontal);
}

void ExtraPanes::close(ExtraPane* pane) {
  std::erase(panes_, pane);
  window_->removeDockWidget(pane);
  pane->setParent(nullptr);  // layouts ask the window for its panes
  pane->deleteLater();
  tellNodes();
}

void ExtraPanes::setMetric(TreeMetric metric) {
  metric_ = metric;
  for (ExtraPane* pane : panes_)
    if (pane->lowered()) pane->lowered()->setMetric(metric);
}

void ExtraPanes::closeAll() {
  while (!panes_.empty()) close(panes_.back());
}

void ExtraPanes::tellNodes() {
  std::set<PaneStates::Key> states;
  for (const ExtraPane* pane : panes_)
    if (const std::optional<int> own = pane->ownNode()) states.emplace(*own, pane->target());
  services_.get<PaneStates>()->want(states);
}

void ExtraPanes::setTheme(const Theme& theme) {
  theme_ = theme;
  for (ExtraPane* pane : panes_) pane->setTheme(theme);
}

void ExtraPanes::reopen(const QString& name, const QString& stage, const QString& target) {
  ExtraPane* pane = add(name.startsWith("lowered") ? ExtraPane::Kind::Lowered : ExtraPane::Kind::Scheduled, name);
  window_->addDockWidget(Qt::TopDockWidgetArea, pane);
  if (pane->lowered() && !stage.isEmpty()) pane->lowered()->chooseStage(stage.toStdString());
  if (findTarget(target.toStdString())) pane->setTarget(target);
}

void ExtraPanes::restore(const QSettings& settings) {
  for (const QString& entry : settings.value("extraPanes").toStringList())
    reopen(entry.section(':', 0, 0), entry.section(':', 1, 1), entry.section(':', 2));
}

std::vector<ExtraPanes::Kept> ExtraPanes::kept() const {
  std::vector<Kept> kept;
  for (const ExtraPane* pane : panes_)
    kept.push_back({pane->objectName(),
                    pane->lowered() ? QString::fromStdString(pane->lowered()->chosenStage()) : QString(), pane->node(),
                    pane->locked(), pane->target()});
  return kept;
}

void ExtraPanes::restore(const std::vector<Kept>& panes) {
  closeAll();
  for (const Kept& pane : panes)
    if (pane.name.startsWith("lowered") || pane.name.startsWith("scheduled"))
      reopen(pane.name, pane.stage, pane.target);
  pendingRows_ = panes;
}

void ExtraPanes::restoreRows() {
  for (const Kept& kept : std::exchange(pendingRows_, {}))
    for (ExtraPane* pane : std::vector<ExtraPane*>(panes_))
      if (pane->objectName() == kept.name) {
        if (kept.node && *kept.node >= 0) pane->setNode(kept.node);
        if (kept.locked) pane->setLocked(true);
      }
}

void ExtraPanes::save(QSettings& settings) const {
  QStringList entries;
  for (const ExtraPane* pane : panes_) {
    entries << pane->objectName() + ':' +
                   (pane->lowered() ? QString::fromStdString(pane->lowered()->chosenStage()) : QString()) +
                   (pane->target().isEmpty() ? QString() : ':' + pane->target());
  }
  settings.setValue("extraPanes", entries);
}

}  // namespace lw
