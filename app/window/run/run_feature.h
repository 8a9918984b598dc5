// Runs: the target, the run button, and the page with times and checks of the states that ran.
#pragma once

#include "app/window/feature.h"
#include "views/run/run_view.h"

class QComboBox;
class QPushButton;
class QToolButton;

namespace lw {

class ResultsFeature;
class TargetChooser;

class RunFeature : public Feature {
  Q_OBJECT

 public:
  static constexpr const char* kPage = "run";

  explicit RunFeature(WindowContext& window);
  RunView* view() const { return runView_; }
  QPushButton* runButton() const { return runButton_; }
  QComboBox* targets() const;
  const TargetChooser* targetChooser() const { return targets_; }

  void connectFeatures() override;
  void restore() override;
  void start() override;
  void setTheme(const Theme& theme) override { runView_->setTheme(theme); }
  void refreshActions() override;

 private:
  void buildPage();
  void buildTop();
  void addMenus();
  void showTableButton();
  void showWaiting();
  void openSweep();
  void connectSweep();
  void enableRun();

  ResultsFeature& results_;
  RunView* runView_;
  QToolButton *table_, *auto_;
  TargetChooser* targets_;
  QPushButton* runButton_;
  QAction *run_, *sweep_, *cancel_, *exportChart_;
};

}  // namespace lw
