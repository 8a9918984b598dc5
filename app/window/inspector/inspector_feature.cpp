#include "app/window/inspector/inspector_feature.h"

#include "app/services/next_steps.h"
#include "app/window/inspector/inspector_content.h"
#include "app/window/trace/trace_feature.h"
#include "app/window/window_context.h"
#include "views/widgets/pane.h"

namespace lw {

InspectorFeature::InspectorFeature(WindowContext& window) : Feature(window), inspector_(new InspectorView) {
  auto* pane = new Pane("inspector", tr("Inspector"), inspector_);
  addPane(pane, PaneRow::Top, 17, 16);
  addTourStop(4, pane, tr("The inspector"),
              tr("Facts about the selection, what can be done with it, what cannot and why, and the steps that would "
                 "make it legal."));
}

void InspectorFeature::connectFeatures() {
  connect(&workbench_, &Workbench::selectionChanged, this, [this] {
    if (workbench_.hasProgram() && workbench_.hasViews()) showContent();
  });
  connect(&workbench_, &Workbench::comparisonChanged, this, [this] {
    if (workbench_.hasProgram() && workbench_.hasViews()) showContent();
  });
  connect(&workbench_, &Workbench::programChanged, this, [this] {
    if (!workbench_.hasProgram() || !workbench_.hasViews()) showContent();
  });
  connect(&workbench_, &Workbench::offersChanged, this, &InspectorFeature::showContent);
  connect(&workbench_, &Workbench::valuesFound, this, &InspectorFeature::showContent);  // an emulated run counts
  connect(inspector_, &InspectorView::repairRequested, &workbench_, &Workbench::applyText);
  new NextSteps(&workbench_, inspector_, this);
  connect(inspector_, &InspectorView::repairsRequested, this,
          [this](const Primitive* refused) { workbench_.seekRepairs(*refused); });
  connect(inspector_, &InspectorView::stepChosen, this, [this](int node) {
    workbench_.goTo(node);
    window_.feature<TraceFeature>().view()->setFocus();
  });
}

void InspectorFeature::setTheme(const Theme& theme) {
  inspector_->setTheme(theme);
  if (workbench_.hasProgram() && workbench_.hasViews()) showContent();
}

void InspectorFeature::showContent() { inspector_->setContent(inspectorContent(workbench_, window_.theme())); }

}  // namespace lw
