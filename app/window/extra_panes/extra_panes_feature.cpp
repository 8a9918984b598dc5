#include "app/window/extra_panes/extra_panes_feature.h"

#include <QJsonArray>

#include "app/models/support/services.h"
#include "app/services/lowering/lowering.h"
#include "app/window/code/code_feature.h"
#include "app/window/loop_tree/loop_tree_feature.h"
#include "app/window/lowered/lowered_feature.h"
#include "app/window/window_context.h"

namespace lw {

ExtraPanesFeature::ExtraPanesFeature(WindowContext& window)
    : Feature(window), panes_(window.window(), services_, window.feature<CodeFeature>().texts()) {
  addAction(
      MenuSection::ViewTexts, tr("New lo&wered pane"), "Ctrl+Alt+L",
      [this] { panes_.open(ExtraPane::Kind::Lowered, window_.feature<LoweredFeature>().pane()); }, 2);
  addAction(
      MenuSection::ViewTexts, tr("New s&cheduled pane"), "Ctrl+Alt+D",
      [this] { panes_.open(ExtraPane::Kind::Scheduled, window_.feature<CodeFeature>().pane()); }, 2);
  addAction(MenuSection::ViewTexts, tr("Loc&k the pane with keyboard focus"), "Ctrl+Alt+K", [this] { lockPane(); }, 2);
}

void ExtraPanesFeature::connectFeatures() {
  connect(&window_.feature<LoopTreeFeature>(), &LoopTreeFeature::metricChosen, &panes_, &ExtraPanes::setMetric);
  connect(&window_.feature<CodeFeature>(), &CodeFeature::compactToggled, this, [this] {
    for (ExtraPane* pane : panes_.all()) pane->showSelection();
  });
  services_.get<Lowering>()->setRequestedStages([this](std::optional<int> node) {
    std::set<std::string> names = window_.feature<LoweredFeature>().wantedStages(node);
    for (const ExtraPane* pane : panes_.all())
      if (pane->lowered() && pane->ownNode() == node) names.merge(pane->lowered()->wantedStages());
    return names;
  });
}

void ExtraPanesFeature::restore() { panes_.restore(window_.settings()); }

void ExtraPanesFeature::save() { panes_.save(window_.settings()); }

void ExtraPanesFeature::saveLayout(QJsonObject& layout) const {
  QJsonArray beside;
  for (const ExtraPanes::Kept& pane : panes_.kept()) {
    QJsonObject o{{"name", pane.name}};
    if (!pane.stage.isEmpty()) o["stage"] = pane.stage;
    if (pane.node) o["row"] = *pane.node;
    if (pane.locked) o["locked"] = true;
    if (!pane.target.isEmpty()) o["target"] = pane.target;
    beside.append(o);
  }
  layout["beside"] = beside;
}

void ExtraPanesFeature::restoreLayout(const QJsonObject& layout) {
  if (!layout.contains("beside")) return;
  std::vector<ExtraPanes::Kept> beside;
  for (const auto& v : layout["beside"].toArray()) {
    const QJsonObject o = v.toObject();
    beside.push_back({o["name"].toString(), o["stage"].toString(),
                      o.contains("row") ? std::optional(o["row"].toInt()) : std::nullopt, o["locked"].toBool(),
                      o["target"].toString()});
  }
  panes_.restore(beside);
}

// Locks the pane that has the focus, or the pane with the text that had it last.
void ExtraPanesFeature::lockPane() {
  auto& tree = window_.feature<LoopTreeFeature>();
  if (tree.tree()->hasFocus()) return tree.toggleLock();
  const CodeFrame* frame = window_.feature<CodeFeature>().texts()->current();
  for (QToolButton* lock : window_.window()->findChildren<QToolButton*>(QStringLiteral("lockPane"))) {
    const auto* pane = qobject_cast<Pane*>(lock->parentWidget()->parentWidget());
    if (frame && pane && pane->isAncestorOf(frame)) return lock->toggle();
  }
}

}  // namespace lw
