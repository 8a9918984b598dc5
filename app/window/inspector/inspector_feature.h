// The inspector pane: facts about the selection, the steps that can be applied to it, and the steps that made it.
// Folded to a rail, it opens as a drawer over the lowered program when something is selected, and leaves it to whoever
// reads there.
#pragma once

#include "app/window/feature.h"
#include "views/inspector/inspector_view.h"

namespace lw {

class Drawer;

class InspectorFeature : public Feature {
  Q_OBJECT

 public:
  explicit InspectorFeature(WindowContext& window);
  InspectorView* view() const { return inspector_; }
  Drawer* drawer() const { return drawer_; }

  void connectFeatures() override;
  void start() override { showContent(); }
  void setTheme(const Theme& theme) override;

 private:
  void showContent();
  void tellStale();
  void connectDrawer();
  void toggleDrawer();
  void showDrawer();

  InspectorView* inspector_;
  Pane* pane_;
  Drawer* drawer_;
  bool describes_ = false;   // something is selected
  bool wanted_ = true;       // the drawer opens with a selection
  bool asked_ = false;       // it was opened while nothing was selected
  bool readsBelow_ = false;  // the keys are in the pane that the drawer would cover
};

}  // namespace lw
