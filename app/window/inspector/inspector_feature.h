// The inspector pane: facts about the selection, the steps that can be applied to it, and the steps that made it.
#pragma once

#include "app/window/feature.h"
#include "views/inspector/inspector_view.h"

namespace lw {

class InspectorFeature : public Feature {
  Q_OBJECT

 public:
  explicit InspectorFeature(WindowContext& window);
  InspectorView* view() const { return inspector_; }

  void connectFeatures() override;
  void start() override { showContent(); }
  void setTheme(const Theme& theme) override;

 private:
  void showContent();
  void tellStale();

  InspectorView* inspector_;
};

}  // namespace lw
