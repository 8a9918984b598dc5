// The page of values: the buffers after a run, after an interpreter run, or after a step of it.
#pragma once

#include "app/window/feature.h"
#include "views/values/values_view.h"

namespace lw {

class InterpreterRuns;
class ResultsFeature;

class ValuesFeature : public Feature {
  Q_OBJECT

 public:
  static constexpr const char* kPage = "values";

  explicit ValuesFeature(WindowContext& window);
  ValuesView* view() const { return values_; }

  void connectFeatures() override;
  void setTheme(const Theme& theme) override { values_->setTheme(theme); }

 private:
  void saveBuffer();

  ResultsFeature& results_;
  InterpreterRuns& runs_;
  ValuesView* values_;
  QWidget* stepBar_;
};

}  // namespace lw
