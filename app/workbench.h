// The session behind the window: source, history, selection, problems, runs. It takes the wishes of the views, has the
// work done by the worker, and tells the views what is to be shown. It owns no widget.
#pragma once

#include <QObject>
#include <QTimer>
#include <deque>
#include <memory>
#include <optional>

#include "app/jobs.h"
#include "app/worker.h"
#include "core/text/parser.h"
#include "core/trace/history.h"
#include "core/trace/trace.h"
#include "views/linked_selection.h"
#include "views/problems_model.h"
#include "views/run_model.h"

namespace lw {

class Workbench : public QObject {
  Q_OBJECT

 public:
  explicit Workbench(QObject* parent = nullptr);
  ~Workbench() override;

  // ---- the file ----
  void open(const QString& path);
  void openText(const QString& path, const std::string& text, const std::string& traceJson = {});
  bool save(const QString& path);              // false: told through `notice`
  void sourceEdited(const std::string& text);  // re-parsed after a short pause
  const QString& path() const { return path_; }
  bool modified() const { return modified_; }
  const std::string& text() const { return text_; }
  const SourceFile* source() const { return source_.get(); }
  QStringList scheduleFunctions() const;
  QStringList functionNames() const;
  void chooseFunction(const QString& name);

  // ---- steps ----
  bool hasProgram() const { return history_.has_value(); }
  const Schedule& schedule() const { return history_->schedule(); }
  const History& history() const { return *history_; }
  void applyStep(const Primitive& primitive, const Arguments& args);
  void applyText(const QString& step);      // as typed: "split(i, [None, 16])"
  void applyFunction(const QString& name);  // a schedule function of the file, from the source
  void checkStep(const Primitive& primitive, const Arguments& args);
  void checkCandidates(const Primitive& primitive, const std::vector<Candidate>& candidates);
  void undo();
  void redo();
  void goTo(int node);
  void rename(int node, const QString& name);
  std::vector<int> shownPath() const;  // from the source to the tip that redo leads to

  // ---- selection ----
  const LinkedSelection& selection() const { return selection_; }
  void select(const LinkedSelection& selection);
  // The loops of the source that the selection stems from, and back.
  Selection selectionInSource() const;
  void selectFromSource(LoopId loop, BlockId block);
  const ProgramViews& views() const { return *views_; }
  bool hasViews() const { return views_ != nullptr; }
  const std::vector<StepOffer>& offers() const { return offers_; }
  const StepOffer* offer(const std::string& primitive) const;

  // ---- runs ----
  void setTarget(const QString& target);
  void run();
  void cancelRun();
  RunModel* runs() { return &runs_; }
  Worker* worker() { return &worker_; }
  bool idle() const { return !worker_.busy() && !parsePause_.isActive() && steps_.empty(); }
  std::vector<Problem> problems() const;
  std::string traceJson() const;

 Q_SIGNALS:
  void fileChanged();  // another file, or its name or state
  void sourceParsed();
  void programChanged();  // views() is new
  void selectionChanged();
  void offersChanged();
  void stagesChanged(std::vector<lw::StageText> stages, const QString& why);
  void historyChanged();
  void problemsChanged();
  void runProgress(const QString& phase, double fraction);
  void stepChecked(const QString& call, const std::optional<lw::Explanation>& reason);
  // One answer for each candidate, as far as there was time; none: legal.
  void candidatesChecked(const lw::Primitive* primitive, const std::vector<std::optional<lw::Explanation>>& reasons);
  void stepApplied(const QString& title);
  void stepRefused(const QString& call, const lw::Explanation& reason);
  void notice(const QString& text);  // for the status line

 private:
  struct StepResult {
    std::vector<TitledState> states;
    std::optional<Explanation> error;
    QString call;
    QStringList output;
    bool fromSource = false;
    std::string variant;
  };
  using StepJob = std::function<StepResult(const Schedule& schedule, const Stop& stop)>;
  void parse();
  void takeSource(std::shared_ptr<const SourceFile> source);
  void startHistory(const PrimFunc& function);
  void rebase(const Snapshot& source);  // carries all variants over to an edited source
  void enqueue(StepJob job);
  void nextStep();
  void takeStep(StepResult result);
  void show();
  void refreshOffers();
  void lower();
  void moveSelection(const Schedule& before, const Schedule& after);
  void recordRun(RunRow row);

  Worker worker_;
  QTimer parsePause_;
  QString path_;
  std::string text_;
  bool modified_ = false;
  std::shared_ptr<const SourceFile> source_;
  QString function_;  // empty: the first
  std::optional<PrimFunc> original_;
  std::optional<History> history_;
  std::string pendingTrace_;  // of a recovered session, applied after the first parse
  std::deque<StepJob> steps_;
  bool stepping_ = false;
  LinkedSelection selection_;
  std::shared_ptr<const ProgramViews> views_;
  std::vector<StepOffer> offers_;
  std::vector<Problem> sourceProblems_, stepProblems_;
  RunModel runs_;
  QString target_ = "cpu";
};

}  // namespace lw
