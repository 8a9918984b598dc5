#include "app/window/inspector/inspector_feature.h"

#include <QApplication>

#include "app/models/document/document.h"
#include "app/models/lowering/state_comparison.h"
#include "app/models/program/selection_model.h"
#include "app/models/program/shown_program.h"
#include "app/models/runs/runs.h"
#include "app/models/runs/target_choice.h"
#include "app/models/schedule/history_editor.h"
#include "app/models/schedule/steps.h"
#include "app/models/support/services.h"
#include "app/services/offers/next_steps.h"
#include "app/services/offers/offers.h"
#include "app/services/runs/run_job.h"
#include "app/window/inspector/inspector_content.h"
#include "app/window/lowered/lowered_feature.h"
#include "app/window/trace/trace_feature.h"
#include "app/window/window_context.h"
#include "views/inspector/drawer.h"
#include "views/inspector/inspector_body.h"
#include "views/widgets/pane.h"

namespace lw {

InspectorFeature::InspectorFeature(WindowContext& window)
    : Feature(window),
      inspector_(new InspectorView),
      pane_(new Pane("inspector", tr("Inspector"), inspector_)),
      drawer_(new Drawer(*pane_, window.window())) {
  addPane(pane_, PaneRow::Top, 17, 16);
  addTourStop(4, pane_, tr("The inspector"),
              tr("Shows facts about the selection, the steps that are legal on it, why the others are not, and which "
                 "steps would make them legal."));
}

void InspectorFeature::connectFeatures() {
  wanted_ = window_.settings().value("inspector/drawer", true).toBool();
  connectDrawer();
  connect(services_.get<SelectionModel>(), &SelectionModel::changed, this, [this] {
    if (services_.get<Document>()->hasProgram() && services_.get<ShownProgram>()->hasViews()) showContent();
  });
  connect(services_.get<StateComparison>(), &StateComparison::changed, this, [this] {
    if (services_.get<Document>()->hasProgram() && services_.get<ShownProgram>()->hasViews()) showContent();
  });
  connect(services_.get<ShownProgram>(), &ShownProgram::changed, this, [this] {
    if (!services_.get<Document>()->hasProgram() || !services_.get<ShownProgram>()->hasViews()) showContent();
  });
  connect(services_.get<Offers>(), &Offers::changed, this, &InspectorFeature::showContent);
  connect(services_.get<Runs>(), &Runs::valuesFound, this, &InspectorFeature::showContent);  // includes emulated runs
  connect(services_.get<TargetChoice>(), &TargetChoice::chosen, this, &InspectorFeature::showContent);
  connect(inspector_, &InspectorView::repairRequested, services_.get<Steps>(), &Steps::applyText);
  connect(inspector_, &InspectorView::assumeRequested, services_.get<Steps>(), &Steps::applyAssuming);
  auto* next =
      new NextSteps(*services_.get<Document>(), *services_.get<ShownProgram>(), *services_.get<SelectionModel>(),
                    *services_.get<Offers>(), *services_.get<TargetChoice>(), services_.get<RunJobs>()->turns(),
                    *services_.get<Runs>(), *services_.get<AutoMeasure>(), *services_.get<JobRunner>(), this);
  connect(next, &NextSteps::changed, inspector_, [this, next] {
    auto* body = inspector_->findChild<InspectorBody*>();  // created with each selection
    if (!body) return;
    connect(body, &InspectorBody::measureRequested, next, &NextSteps::measure, Qt::UniqueConnection);
    connect(body, &InspectorBody::staleRequested, this, &InspectorFeature::tellStale, Qt::UniqueConnection);
    body->setNext(next->rows(), next->measuring(), next->stale());
  });
  connect(inspector_, &InspectorView::repairsRequested, this,
          [this](const Primitive* refused) { services_.get<Offers>()->seekRepairs(*refused); });
  connect(inspector_, &InspectorView::stepChosen, this, [this](int node) {
    services_.get<HistoryEditor>()->goTo(node);
    window_.feature<TraceFeature>().view()->setFocus();
  });
}

void InspectorFeature::connectDrawer() {
  connect(pane_, &Pane::foldChanged, this, [this](bool folded) {
    if (folded)
      drawer_->setBody(inspector_);
    else
      pane_->setBody(inspector_);
    inspector_->show();
    showDrawer();
  });
  connect(pane_, &Pane::railClicked, this, &InspectorFeature::toggleDrawer);
  connect(pane_, &QDockWidget::visibilityChanged, this, &InspectorFeature::showDrawer);
  connect(drawer_, &Drawer::closeRequested, this, &InspectorFeature::toggleDrawer);
  connect(drawer_, &Drawer::pinRequested, pane_, [this] { Q_EMIT pane_->foldRequested(false); });
  connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, const QWidget* now) {
    if (!now || now->window() != window_.window()) return;
    readsBelow_ = window_.feature<LoweredFeature>().pane()->isAncestorOf(now);
    showDrawer();
  });
}

void InspectorFeature::toggleDrawer() {
  wanted_ = asked_ = drawer_->isHidden();
  readsBelow_ = false;
  window_.settings().setValue("inspector/drawer", wanted_);
  showDrawer();
}

void InspectorFeature::showDrawer() {
  const bool folded = pane_->isFolded() && pane_->isVisible() && !pane_->isFloating();
  const bool open = folded && wanted_ && !readsBelow_ && (describes_ || asked_);
  if (open == drawer_->isHidden()) drawer_->setOpen(open);
}

void InspectorFeature::tellStale() {
  window_.say(tr("Not applied: this was suggested for the state before. The suggestions for the shown state follow."));
}

void InspectorFeature::setTheme(const Theme& theme) {
  inspector_->setTheme(theme);
  if (services_.get<Document>()->hasProgram() && services_.get<ShownProgram>()->hasViews()) showContent();
}

void InspectorFeature::showContent() {
  InspectorContent content = inspectorContent(services_, window_.theme());
  describes_ = !content.title.isEmpty();
  if (describes_) {
    content.offers = services_.get<Offers>()->all();
    asked_ = false;
  }
  inspector_->setContent(std::move(content));
  showDrawer();
}

}  // namespace lw
