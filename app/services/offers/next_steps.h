// The legal next steps at the selection and their effects: on the estimates, computed in the background after a pause,
// and on the time, measured on request.
#pragma once

#include <QObject>
#include <QTimer>
#include <map>

#include "app/models/offers/next_step.h"
#include "app/services/jobs/job_threads.h"
#include "app/services/offers/step_outlook.h"

namespace lw {

class AutoMeasure;
class Document;
class MeasuringTurns;
class Offers;
class Runs;
class SelectionModel;
class ShownProgram;
class TargetChoice;

class NextSteps : public QObject {
  Q_OBJECT

 public:
  // `userJobs`: those that the user waits for.
  NextSteps(Document& document, const ShownProgram& program, const SelectionModel& selection, const Offers& offers,
            const TargetChoice& target, MeasuringTurns& turns, const Runs& runs, AutoMeasure& autoMeasure,
            const JobRunner& userJobs, QObject* parent);
  std::vector<NextStep> rows() const;             // for the selection
  bool stale() const { return stale_; }           // they belong to the previous state and cannot be applied
  bool due() const { return pause_.isActive(); }  // a search for them begins after a pause
  bool measuring() const { return measuring_; }
  void measure();  // times each step on a copy, besides the shown state; a step, a run or another selection stops it

 Q_SIGNALS:
  void changed();  // rows(), stale() or measuring() changed

 private:
  struct Timing {
    double ms = 0, low = 0, high = 0;  // median, and a confidence interval for it
    bool wrong = false;
    QString failure;
  };
  void forget();
  void estimate();
  void endTrial();
  std::function<Timing(const Stop&)> timingJob(const Schedule& state) const;
  QString timeText(const Timing& timing) const;

  Document& document_;
  const ShownProgram& program_;
  const SelectionModel& selection_;
  const Offers& offers_;
  const TargetChoice& target_;
  MeasuringTurns& turns_;
  AutoMeasure& autoMeasure_;
  const JobRunner& userJobs_;
  const std::vector<int64_t> caches_;
  QTimer pause_;
  std::vector<StepOutlook> found_;
  bool stale_ = false;
  std::map<QString, Timing> times_;  // by call; the shown state has the empty call
  bool measuring_ = false;
  bool timesStates_ = false;  // the setting of AutoMeasure before the measurement, which disables it
  JobThreads jobs_;           // nobody waits for these jobs; the last member, so that its jobs end first
};

}  // namespace lw
