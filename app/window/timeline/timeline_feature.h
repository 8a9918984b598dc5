// The timeline page: how the warps of a GPU block spend their time. It is there while a loop is bound to threads.
#pragma once

#include "app/window/feature.h"
#include "views/timeline/timeline_view.h"

namespace lw {

class ResultsFeature;
class Timelines;

class TimelineFeature : public Feature {
  Q_OBJECT

 public:
  static constexpr const char* kPage = "timeline";

  explicit TimelineFeature(WindowContext& window);
  TimelineView* view() const { return view_; }
  Timelines* timelines() const { return timelines_; }

  void connectFeatures() override;
  void setTheme(const Theme& theme) override { view_->setTheme(theme); }
  bool zoom(QWidget* keys, int by) override;

 private:
  void showPage();

  ResultsFeature& results_;
  Timelines* timelines_;
  TimelineView* view_;
};

}  // namespace lw
