// The menu and the keys of steps on the loop tree.
#include <QMenu>
#include <algorithm>

#include "app/models/document/document.h"
#include "app/models/program/selection_model.h"
#include "app/models/support/services.h"
#include "app/models/text/translate_messages.h"
#include "app/services/offers/offers.h"
#include "app/window/follow/follow_feature.h"
#include "app/window/forms/forms_feature.h"
#include "app/window/loop_tree/loop_tree_feature.h"
#include "app/window/tune/tune_feature.h"
#include "app/window/window_context.h"
#include "core/schedule/all_primitives.h"
#include "core/script/composite.h"
#include "views/palette/step_groups.h"

namespace lw {

// The right button changes the selection, and the offers for it are ready a moment later.
void FormsFeature::openStepMenu(const QPoint& globalPosition) {
  if (services_.get<Offers>()->known() || !services_.get<Document>()->hasProgram()) return showStepMenu(globalPosition);
  delete findChild<QObject*>(QStringLiteral("menuThatWaits"));
  auto* once = new QObject(this);
  once->setObjectName("menuThatWaits");
  const auto open = [this, once, globalPosition] {
    once->deleteLater();
    showStepMenu(globalPosition);
  };
  connect(services_.get<Offers>(), &Offers::changed, once, open, Qt::SingleShotConnection);
}

// Shows the steps for the selection first, then all steps by group.
void FormsFeature::showStepMenu(const QPoint& globalPosition) {
  constexpr size_t kFirst = 10;
  QMenu menu(window_.window());
  const auto add = [&](QMenu& to, const StepOffer& offer) {
    QAction* action = to.addAction(
        QString::fromStdString(offer.primitive->name), this,
        [this, p = offer.primitive, at = window_.window()->mapFromGlobal(globalPosition)] { requestStep(*p, at); });
    const bool told = offer.state == StepOffer::State::Refused || offer.state == StepOffer::State::Undecided;
    action->setToolTip(told ? reasonWords(offer.reason) : inWords(offer.primitive->summary));
    if (offer.state == StepOffer::State::Refused) action->setText(action->text() + tr("   — refused"));
  };
  for (const StepOffer* offer : firstOffers(kFirst)) add(menu, *offer);
  menu.addSeparator();
  addGroups(menu, add);
  if (!window_.feature<LoopTreeFeature>().locked()) window_.feature<TuneFeature>().addPinTo(menu);
  if (!window_.feature<LoopTreeFeature>().locked()) window_.feature<FollowFeature>().addPinTo(menu);
  menu.setToolTipsVisible(true);
  if (!menu.isEmpty()) menu.exec(globalPosition);
}

void FormsFeature::addGroups(QMenu& menu, const std::function<void(QMenu& to, const StepOffer& offer)>& add) {
  const auto addGroup = [&](const QString& title, const std::function<bool(const StepOffer&)>& belongs) {
    QMenu* group = nullptr;
    for (const StepOffer& offer : services_.get<Offers>()->all()) {
      if (offer.state == StepOffer::State::NothingSelected || !belongs(offer)) continue;
      if (!group) group = menu.addMenu(title);
      group->setToolTipsVisible(true);
      add(*group, offer);
    }
  };
  for (const Group group : stepGroups())
    addGroup(groupName(group),
             [&](const StepOffer& o) { return o.primitive->group == group && !isComposite(*o.primitive); });
  addGroup(tr("Composites"), [](const StepOffer& o) { return isComposite(*o.primitive); });
}

// Steps that accept all of several selected loops first, then legal steps, with frequent steps before others.
std::vector<const StepOffer*> FormsFeature::firstOffers(size_t most) const {
  const bool many = services_.get<SelectionModel>()->current().nodes.loops.size() > 1;
  const auto takesAll = [&](const StepOffer& o) { return many && takesSeveralLoops(*o.primitive); };
  std::vector<const StepOffer*> first;
  for (const StepOffer& offer : services_.get<Offers>()->all()) {
    const bool legal = offer.state == StepOffer::State::Legal && offer.primitive->group != Group::Sampling;
    if (offer.state != StepOffer::State::NothingSelected && (legal || takesAll(offer))) first.push_back(&offer);
  }
  std::stable_sort(first.begin(), first.end(), [&](const StepOffer* a, const StepOffer* b) {
    return std::pair(!takesAll(*a), rankOf(*a->primitive)) < std::pair(!takesAll(*b), rankOf(*b->primitive));
  });
  first.resize(std::min(first.size(), most));
  return first;
}

// Letters that follow each other quickly are a word that was meant for another place.
void FormsFeature::pressStepKey(QChar key) {
  constexpr int kWordMs = 300;
  const bool word = lastKey_.isValid() && lastKey_.elapsed() < kWordMs;
  lastKey_.start();
  if (word) return window_.say(tr("The loop tree takes single keys; type a step with Ctrl+K"));
  if (!window_.feature<LoopTreeFeature>().keysShown()) return window_.say(tr("Select a loop to use the keys of steps"));
  const LoopTreeView* tree = window_.feature<LoopTreeFeature>().tree();
  for (const Primitive* step : allPrimitives())
    if (step->traits.key && key == QLatin1Char(step->traits.key)) {
      const int node = tree->tree().find(services_.get<SelectionModel>()->current().loop());
      const QRect rect =
          node >= 0 ? tree->rectOf(services_.get<SelectionModel>()->current().loop()) : QRect(0, 0, 40, 20);
      pressed_ = key.toUpper();
      return requestStep(*step, tree->viewport()->mapTo(window_.window(), rect.bottomLeft() + QPoint(40, 4)));
    }
}

}  // namespace lw
