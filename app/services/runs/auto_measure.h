// Times the states on the path to the shown one while the workbench is idle.
#pragma once

#include <QObject>
#include <QTimer>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "backends/measure/estimate.h"

namespace lw {

class CodeApproval;
class Document;
class JobRunner;
class RunJobs;
class RunRecords;
class ShownProgram;
class TargetChoice;
struct RunDone;

class AutoMeasure : public QObject {
  Q_OBJECT

 public:
  // Why a state was not timed.
  struct Untimed {
    std::string why;
    bool tooSlow = false;  // it took longer than RunJobs::quickTimeout()
  };
  // `idle`: returns whether no other job is running.
  AutoMeasure(Document& document, ShownProgram& program, RunRecords& records, const RunJobs& runJobs,
              const TargetChoice& target, const CodeApproval& approval, JobRunner& jobs, std::function<bool()> idle);

  bool on() const { return on_; }
  void setOn(bool on);
  void measureSoon();                             // after a pause
  const Untimed* untimed(int node) const;         // nullptr: timing did not fail
  const RunEstimate* estimate(int node) const;    // of a slow state that has no time yet; nullptr: there is none
  int timing() const { return timing_; }          // the node that is being timed; -1: none
  bool due() const { return pause_.isActive(); }  // a state will be timed after a pause

 Q_SIGNALS:
  void measuringChanged(const QString& what);  // empty: nothing is measured
  void gaveUp();                               // a state was not timed: see untimed()
  void estimated();                            // a state has an estimate

 private:
  void measureNext();
  std::optional<int> nextNode() const;
  void take(const std::string& program, RunDone done);
  void giveUp(const RunDone& done);
  void takeEstimate(const std::string& program, int node, const RunEstimate& estimate);

  Document& document_;
  RunRecords& records_;
  const RunJobs& runJobs_;
  const TargetChoice& target_;
  const CodeApproval& approval_;
  JobRunner& jobs_;
  std::function<bool()> idle_;
  bool on_ = false;
  QTimer pause_;
  std::map<std::pair<std::string, int>, Untimed> untimed_;  // by program and node: not tried again
  std::map<std::pair<std::string, int>, RunEstimate> estimates_;
  int timing_ = -1;
};

}  // namespace lw
