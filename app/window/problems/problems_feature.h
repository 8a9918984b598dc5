// The page of problems: of the text, of steps and of runs, with their places.
#pragma once

#include "app/window/feature.h"
#include "views/problems/problems_view.h"

namespace lw {

class ResultsFeature;

class ProblemsFeature : public Feature {
  Q_OBJECT

 public:
  static constexpr const char* kPage = "problems";

  explicit ProblemsFeature(WindowContext& window);
  ProblemsView* view() const { return problems_; }

  void connectFeatures() override;
  void setTheme(const Theme& theme) override;

 private:
  void showProblems();
  void goTo(const Problem& problem);

  ResultsFeature& results_;
  ProblemsView* problems_;
};

}  // namespace lw
