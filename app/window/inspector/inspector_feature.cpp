#include "app/window/inspector/inspector_feature.h"

#include "app/services/offers/next_steps.h"
#include "app/window/inspector/inspector_content.h"
#include "app/window/trace/trace_feature.h"
#include "app/window/window_context.h"
#include "views/inspector/inspector_body.h"
#include "views/widgets/pane.h"

namespace lw {

InspectorFeature::InspectorFeature(WindowContext& window) : Feature(window), inspector_(new InspectorView) {
  auto* pane = new Pane("inspector", tr("Inspector"), inspector_);
  addPane(pane, PaneRow::Top, 17, 16);
  addTourStop(4, pane, tr("The inspector"),
              tr("Shows facts about the selection, the steps that are legal on it, why the others are not, and which "
                 "steps would make them legal."));
}

void InspectorFeature::connectFeatures() {
  connect(workbench_.selection(), &SelectionModel::changed, this, [this] {
    if (workbench_.document()->hasProgram() && workbench_.program()->hasViews()) showContent();
  });
  connect(workbench_.comparison(), &StateComparison::changed, this, [this] {
    if (workbench_.document()->hasProgram() && workbench_.program()->hasViews()) showContent();
  });
  connect(workbench_.program(), &ShownProgram::changed, this, [this] {
    if (!workbench_.document()->hasProgram() || !workbench_.program()->hasViews()) showContent();
  });
  connect(workbench_.offers(), &Offers::changed, this, &InspectorFeature::showContent);
  connect(workbench_.runs(), &Runs::valuesFound, this, &InspectorFeature::showContent);  // includes emulated runs
  connect(workbench_.target(), &TargetChoice::chosen, this, &InspectorFeature::showContent);
  connect(inspector_, &InspectorView::repairRequested, workbench_.steps(), &Steps::applyText);
  auto* next = new NextSteps(&workbench_, this);
  connect(next, &NextSteps::changed, inspector_, [this, next] {
    auto* body = inspector_->findChild<InspectorBody*>();  // created with each selection
    if (!body) return;
    connect(body, &InspectorBody::measureRequested, next, &NextSteps::measure, Qt::UniqueConnection);
    connect(body, &InspectorBody::staleRequested, this, &InspectorFeature::tellStale, Qt::UniqueConnection);
    body->setNext(next->rows(), next->measuring(), next->stale());
  });
  connect(inspector_, &InspectorView::repairsRequested, this,
          [this](const Primitive* refused) { workbench_.offers()->seekRepairs(*refused); });
  connect(inspector_, &InspectorView::stepChosen, this, [this](int node) {
    workbench_.history()->goTo(node);
    window_.feature<TraceFeature>().view()->setFocus();
  });
}

void InspectorFeature::tellStale() {
  window_.say(tr("Not applied: this was suggested for the state before. The suggestions for the shown state follow."));
}

void InspectorFeature::setTheme(const Theme& theme) {
  inspector_->setTheme(theme);
  if (workbench_.document()->hasProgram() && workbench_.program()->hasViews()) showContent();
}

void InspectorFeature::showContent() { inspector_->setContent(inspectorContent(workbench_, window_.theme())); }

}  // namespace lw
