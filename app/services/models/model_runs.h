// The shown model: its plan, and the times of its kernels in place. The kernels are in the model as their schedules
// leave them, so that a step in the panes changes the model's time; the cost model schedules the others, unless they
// are to run as written. While steps are timed by themselves, so is a model
// that ran before.
#pragma once

#include <QObject>
#include <QTimer>
#include <functional>

#include "app/models/graph/model_report.h"
#include "app/models/support/stop.h"
#include "app/services/models/model_plan.h"

namespace lw {

class AutoMeasure;
class CodeApproval;
class Document;
class JobRunner;
class MeasuringTurns;
class Messages;
class TargetChoice;
struct OpenedModel;

struct ModelTime {
  double ms = 0, lowMs = 0, highMs = 0;      // median of the whole model, and an interval that contains it
  std::vector<ModelStepTime> steps;          // by the names of the outline; empty names: of no node
  std::map<std::string, double> expectedMs;  // of the kernels that the cost model scheduled, by name
  bool modelled = false;  // times on a device by a model of it (backends/emulator/device_time.h), not measured
  int findings = 0;       // of the emulator
  bool checked = false, ok = false;
  QString reference, difference;
  double referenceMs = 0;                 // 0: not timed
  std::vector<OutputDifference> outputs;  // beside those that the exporter of the model computed, if they are known
};

class ModelRuns : public QObject {
  Q_OBJECT

 public:
  ModelRuns(Document& document, const TargetChoice& target, const CodeApproval& approval, MeasuringTurns& turns,
            const AutoMeasure& autoMeasure, Messages& messages, JobRunner& jobs, std::function<bool()> idle);

  void show(ChosenModel model);  // without a source: none
  void followSchedules();        // a state was chosen: the model uses the schedules of its kernels at once
  const ChosenModel& model() const { return model_; }
  bool hasModel() const { return model_.source != nullptr; }
  const ModelBinding& binding() const { return binding_; }
  void bind(ModelBinding binding);
  void setFile(std::shared_ptr<const OpenedModel> file);  // that the text was made from; nullptr: there is none
  const OpenedModel* file() const { return file_.get(); }
  BoundParameters parameters() const;  // that have values; those of a file are known before the plan is
  // Inputs of runs: a folder of test data beside the file, whose outputs are compared; empty: random ones.
  void setTestData(const std::string& folder);
  const std::string& testData() const { return testData_; }

  // Makes one kernel of two nodes, if that is legal; the verdict is delivered later.
  void judge(const std::string& one, const std::string& other, std::function<void(FusionVerdict)> deliver);
  void fuse(const FusionVerdict& verdict);
  void setFused(std::vector<std::pair<std::string, std::string>> fused);
  void undoFusion();  // the last one
  // Do kernels without steps run as the cost model schedules them (backends/tune/model_drafts.h), or as written?
  void setDrafts(bool on);
  bool drafts() const { return drafts_; }
  const std::vector<std::pair<std::string, std::string>>& fused() const { return fused_; }

  void run();
  void cancel();
  bool running() const;
  const ModelPlan& plan() const { return plan_; }
  GraphFigures figures() const;     // of the plan and of the last run
  const ModelTime* time() const;    // of the model as it is now; nullptr: it was not timed
  const ModelTime* before() const;  // of the model that was timed before this one, on this target
  bool isWaiting() const;           // the last run was of other schedules, and the model is measured again by itself
  const QString& failure() const { return failure_; }  // of the last run, or of a pass; empty: none

 Q_SIGNALS:
  void changed();                                          // plan, times or failure
  void progressed(const QString& phase, double fraction);  // empty phase: nothing is running

 private:
  struct Timed {
    ModelState state;
    ModelTime time;
  };
  struct Done {
    std::optional<ModelTime> time;
    std::optional<Explanation> error;
    bool cancelled = false;
  };
  using Job = std::function<Done(const Stop&, const std::function<void(const std::string&, double)>&)>;
  ModelState state() const;
  ModelBinding bindingOfRun() const;
  static QString phaseWords(const std::string& phase);  // of measureModel()
  void forget();
  void planAgain();
  void timeSoon();
  void timeBeside();
  Job job(bool quick) const;
  void take(const ModelState& state, Done done, bool asked);
  void choose(int timed);

  Document& document_;
  const TargetChoice& target_;
  const CodeApproval& approval_;
  MeasuringTurns& turns_;
  const AutoMeasure& autoMeasure_;
  Messages& messages_;
  JobRunner& jobs_;
  std::function<bool()> idle_;
  ChosenModel model_;
  ModelBinding binding_;
  std::shared_ptr<const OpenedModel> file_;
  std::string testData_;
  std::vector<std::pair<std::string, std::string>> fused_;
  bool drafts_ = true;
  ModelState state_;  // that the plan is of
  ModelPlan plan_;
  std::vector<Timed> timed_;          // each state once
  std::optional<int> last_, before_;  // of timed_
  QString failure_;
  QTimer pause_;
};

}  // namespace lw
