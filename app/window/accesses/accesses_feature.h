// The page of accesses: plays a recorded run of the shown state on its buffers and the caches.
#pragma once

#include "app/window/feature.h"
#include "views/accesses/access_view.h"

namespace lw {

class InterpreterRuns;
class ResultsFeature;

class AccessesFeature : public Feature {
  Q_OBJECT

 public:
  static constexpr const char* kPage = "accesses";

  explicit AccessesFeature(WindowContext& window);
  AccessView* view() const { return access_; }

  void connectFeatures() override;
  void setTheme(const Theme& theme) override { access_->setTheme(theme); }
  bool zoom(QWidget* keys, int by) override;

 private:
  void exportFrames();

  ResultsFeature& results_;
  InterpreterRuns& runs_;
  AccessView* access_;
};

}  // namespace lw
