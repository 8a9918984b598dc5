// The roofline page: the attainable and the measured performance of each state that ran on this machine.
#pragma once

#include "app/window/feature.h"
#include "views/roofline/roofline_view.h"

namespace lw {

class Figures;
class ResultsFeature;

class RooflineFeature : public Feature {
  Q_OBJECT

 public:
  static constexpr const char* kPage = "roofline";

  explicit RooflineFeature(WindowContext& window);
  RooflineView* view() const { return roofline_; }
  RooflineContent content() const;  // also while the page is hidden

  void connectFeatures() override;
  void setTheme(const Theme& theme) override { roofline_->setTheme(theme); }

 Q_SIGNALS:
  void measuringChanged(const QString& what);  // the machine's peaks; empty: finished

 private:
  ResultsFeature& results_;
  Figures* figures_;
  RooflineView* roofline_;
};

}  // namespace lw
