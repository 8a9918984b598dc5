// The legal next steps at the selection with what each would do: to the estimates, found in the background after a
// pause, and, when somebody asks, to the time.
#pragma once

#include <QObject>
#include <QTimer>
#include <map>

#include "app/services/offers/step_outlook.h"
#include "app/services/workbench.h"
#include "views/inspector/next_step.h"

namespace lw {

class NextSteps : public QObject {
  Q_OBJECT

 public:
  NextSteps(Workbench* workbench, QObject* parent);
  std::vector<NextStep> rows() const;    // of what is selected
  bool stale() const { return stale_; }  // they are of the state before: nothing of them can be applied
  bool measuring() const { return measuring_; }
  void measure();  // each on a copy, beside the shown state; a step, a run or another selection ends it

 Q_SIGNALS:
  void changed();  // rows(), stale() or measuring()

 private:
  struct Timing {
    double ms = 0, low = 0, high = 0;  // median, and an interval that holds it
    bool wrong = false;
    QString failure;
  };
  void forget();
  void estimate();
  void endTrial();
  std::function<Timing(const Stop&)> timingJob(const Schedule& state) const;
  QString timeText(const Timing& timing) const;

  Workbench* workbench_;
  const std::vector<int64_t> caches_;
  QTimer pause_;
  std::vector<StepOutlook> found_;
  bool stale_ = false;
  std::map<QString, Timing> times_;  // by call; of the shown state: by no call
  bool measuring_ = false;
  bool autoMeasure_ = false;  // before the trial, which nothing may disturb
  JobRunner jobs_;            // nobody waits for it; the last member: its jobs end first
};

}  // namespace lw
