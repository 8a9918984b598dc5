// The page of values: the buffers after a run, after an interpreter run, or after a step of it.
#pragma once

#include "app/window/feature.h"
#include "views/values/element_history.h"
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
  void setTheme(const Theme& theme) override {
    values_->setTheme(theme);
    history_->setTheme(theme);
  }
  ElementHistory* history() const { return history_; }

 private:
  void showHistory(const QString& buffer, qint64 element);
  void saveBuffer();

  ResultsFeature& results_;
  InterpreterRuns& runs_;
  ValuesView* values_;
  QWidget* stepBar_;
  ElementHistory* history_;
  std::pair<QString, qint64> historyOf_{{}, -1};  // the element whose history is shown
};

}  // namespace lw
