// Stepping through a recorded run of the shown state: updates the panes for each step, and handles breakpoints.
#pragma once

#include "app/window/feature.h"

namespace lw {

class InterpreterRuns;

class SteppingFeature : public Feature {
  Q_OBJECT

 public:
  explicit SteppingFeature(WindowContext& window);
  InterpreterRuns* runs() { return runs_; }

  void connectFeatures() override;

 private:
  void showStep();
  void showBreakpoints();
  void toggleBreakpoint();           // at the selected block
  void clickBreakpoint(int offset);  // beside a line of the scheduled program

  InterpreterRuns* runs_;
};

}  // namespace lw
