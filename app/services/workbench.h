// The session behind the window, with selection, problems and what the views show of it. It takes the wishes of the
// views, has the work done by the worker, keeps every change in the recovery folder, and tells the views what is to be
// shown. It owns no widget. What changes the session goes through one queue, in the order in which it was asked for.
#pragma once

#include <QObject>
#include <QSemaphore>
#include <QTimer>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>

#include "app/services/autosave.h"
#include "app/services/composites.h"
#include "app/services/documents.h"
#include "app/services/jobs.h"
#include "app/services/worker.h"
#include "app/shared/exports.h"
#include "core/session/replan.h"
#include "core/session/session.h"
#include "views/problems/problems_model.h"
#include "views/run/run_model.h"
#include "views/selection/drop_verdict.h"
#include "views/selection/linked_selection.h"
#include "views/values/values_model.h"
#include "views/widgets/deferred_call.h"

namespace lw {

struct TargetDescriptor;

// Another state of the shown function, which the shown one is compared with.
struct OtherState {
  int node = 0;
  QString label;  // "step 3"
  std::string printed;
  Stages stages;
  std::shared_ptr<const StageProgram> program = {};  // that was printed
  QString target = {};
  FloatMath math = {};
};
struct StepPreview;
struct EmulatorReport;

class Workbench : public QObject {
  Q_OBJECT

 public:
  explicit Workbench(QObject* parent = nullptr);
  ~Workbench() override;

  // ---- documents (workbench_file.cpp) ----
  void keepIn(const QString& folder);  // the recovery folder; before anything is opened
  // Opens what a window left that never closed; the names of all that was left.
  QStringList recover();
  // A program or a session, and then a schedule function of it; what was open is kept.
  void open(const QString& path, const QString& schedule = {});
  void openKept(const QString& copy);      // of the recovery folder
  void openText(const std::string& text);  // a new program without a file
  bool save(const QString& path);          // the program; false: told through `notice`
  void saveSession(const QString& path);
  void revert();                               // to what the file holds
  void close();                                // all is in the recovery folder when this returns
  void sourceEdited(const std::string& text);  // re-parsed after a short pause
  const QString& path() const { return path_; }
  QString sessionPath() const;  // of the .lwsession that is open; empty: none
  QString keptFile() const;     // where the work on the document is kept
  bool modified() const;        // the text is not what the file holds
  bool changedOnDisk() const;   // another program wrote the file since
  const std::string& text() const { return text_; }
  const SourceFile* source() const { return session_ ? &session_->source() : nullptr; }
  std::vector<Diagnostic> diagnostics() const;  // of the text, with warnings about what it promises
  int document() const { return document_; }    // another number for another document
  const Session* session() const { return session_ ? &*session_ : nullptr; }
  void setLayout(const std::string& layout);  // of the window, for the session
  QStringList scheduleFunctions() const;
  QStringList functionNames() const;
  QString function() const;  // the shown one
  void chooseFunction(const QString& name);

  // ---- steps ----
  bool hasProgram() const { return session_ && session_->hasWorkspace(); }
  const Schedule& schedule() const { return history().schedule(); }
  const History& history() const { return session_->workspace().history; }
  int shownFunction() const { return session_->workspace().shown; }
  void applyStep(const Primitive& primitive, const Arguments& args);  // or a composite, by its form
  void applyText(const QString& step);      // as typed: "split(i, [None, 16])"; several steps: one a line
  void applyFunction(const QString& name);  // a schedule function of the file, from the source
  void checkStep(const Primitive& primitive, const Arguments& args);
  // What the step would make of the program (workbench_preview.cpp): stepPreviewed; a later wish takes its place.
  void previewStep(const Primitive& primitive, const Arguments& args);
  void endPreview();
  // Looks for steps that would make the refused offer of this primitive legal; the answer comes with offersChanged.
  void seekRepairs(const Primitive& primitive);
  // Where may a loop or a block of views() be dropped? The answers come with dropsChecked, as they are found.
  void checkDrops(LoopId loop, BlockId block);
  void dropAt(LoopId loop, BlockId block, LoopId target);  // carries the step out
  void endDrag();
  void checkCandidates(const Primitive& primitive, const std::vector<Candidate>& candidates);
  std::vector<const Primitive*> composites() const { return shelf_.forms(); }
  const std::vector<Composite>& compositeTexts() const { return *shelf_.all(); }
  void undo();
  void redo();
  void goTo(int node);
  void rename(int node, const QString& name);
  void annotate(int node, const QString& note);
  // Change one action of the shown variant; those after it are carried out again on a variant beside it, and the ones
  // that do not fit stay there with the reason.
  void editStep(int node, const QString& call);
  void leaveOut(int node);
  void moveStep(int node, int by);      // so many places later, or earlier (-1)
  void switchStep(int node, bool off);  // it stays as a row that is not carried out
  void mark(int node, bool bookmark);
  // A schedule of another file, as a variant from the source: a trace (JSON, Python), records of a tuning database, or
  // the schedule function of a Python file.
  void importSchedule(const QString& path);
  // Writes the shown state as one of exportKinds().
  void exportTo(const ExportKind& kind, const QString& path);
  void removeVariant(int node);  // with all below it
  // Shows the shown state against the one of this node until another or none is asked for.
  void compareWith(std::optional<int> node);
  std::optional<int> compared() const { return comparedNode_; }
  const OtherState* comparison() const { return comparison_.get(); }  // nullptr: none, or not ready yet
  // States of the shown function for panes of their own, made in the background and kept while they are wanted.
  void wantStates(const std::set<int>& nodes);
  std::shared_ptr<const OtherState> state(int node) const;  // nullptr: not ready, or not wanted
  bool stagesAwaited() const { return stagesAwaited_; }     // stages of the shown state will come with stagesChanged
  void refreshStages() {
    if (hasProgram()) lower();
  }  // stagesChanged comes again
  // Which stages of machine code somebody looks at: of the shown state, or of the one of this node.
  using StageWish = std::function<std::set<std::string>(std::optional<int> node)>;
  void setStageWish(StageWish wish) { wish_ = std::move(wish); }
  void
  makeMachineCode();  // what is wished for and not made yet; stagesChanged, statesChanged and comparisonChanged tell
  std::vector<int> shownPath() const;  // from the source to the tip that redo leads to

  // ---- selection ----
  const LinkedSelection& selection() const { return selection_; }
  void select(const LinkedSelection& selection);
  // The loops of the source text that the selection stems from, and back.
  Selection selectionInSource() const;
  void selectFromSource(LoopId loop, BlockId block);
  BlockId inSource(BlockId block) const;  // as source()->map has it; not valid: no block of the text is it
  const ProgramViews& views() const { return *views_; }
  std::shared_ptr<const ProgramViews> sharedViews() const { return views_; }
  bool hasViews() const { return views_ != nullptr; }
  // While those of the selection are not found yet, they are those of the selection before: good to be shown, not to be
  // applied.
  const std::vector<StepOffer>& offers() const { return offers_; }
  bool offersKnown() const { return offersKnown_; }
  const StepOffer* offer(const std::string& primitive) const;  // nullptr: not known, or not yet

  // ---- runs (workbench_run.cpp) ----
  QString target() const { return target_; }
  const TargetDescriptor& targetDescriptor() const;
  void setTarget(const QString& target);
  // What code generation for the cpu may change of floating-point arithmetic; GPU targets know no such choice.
  const FloatMath& floatMath() const { return math_; }
  void setFloatMath(const FloatMath& math);
  void run();
  void cancelRun();
  // Times the states on the way to the shown one while nothing else is done.
  void setAutoMeasure(bool on);
  bool autoMeasure() const { return autoMeasure_; }
  void findBreakingStep(int node);  // the first state on the way there whose result is wrong; it is shown then
  // Code that programs bring along is compiled only where a person allowed that very text; texts are known by their
  // SHA-256.
  void setAllowedCode(const QStringList& hashes);
  void answerConsent(bool allowed);    // to consentRequested; allowed: the run goes on
  RunModel* runs() { return &runs_; }  // of the shown function
  QString textHash() const {
    return QString::fromStdString(shownHash_ + contextHash_);
  }  // of the shown function and what runs take from the text
  // Of the shown state's last run on the emulator of a GPU; nullptr: it did not run there.
  std::shared_ptr<const EmulatorReport> emulated() const;
  // Why a state was given up in the background; nullptr: it was not.
  struct Untimed {
    std::string why;
    bool tooSlow = false;  // it took longer than quickTimeout()
  };
  double quickTimeout() const { return quickTimeout_; }  // seconds
  void setQuickTimeout(double seconds) { quickTimeout_ = seconds; }
  const Untimed* untimed(int node) const;
  int timing() const { return timing_; }
  Worker* worker() { return &worker_; }
  bool idle() const {
    return !worker_.busy() && !offersPause_.isActive() && !parsePause_.isActive() && tasks_.empty() &&
           !(autosave_ && autosave_->busy());
  }
  std::vector<Problem> problems() const;

 Q_SIGNALS:
  void documentReplaced();  // by another one, which is shown next
  void fileChanged();       // another file, or its name or state
  void sourceParsed();
  void programChanged();  // views() is new
  void comparisonChanged();
  void statesChanged();
  void stepPreviewed(const std::shared_ptr<const lw::StepPreview>& preview);
  void selectionChanged();
  void offersChanged();
  void stagesChanged(const lw::Stages& stages, const QString& why);
  void historyChanged();
  void changeAsked();  // of the session; what it leads to is shown later
  void compositesChanged();
  void problemsChanged();
  void targetChanged();
  void floatMathChanged();
  void layoutRequested(const std::string& layout);  // of a session that was opened
  void documentOpened(const QString& path);
  void runProgress(const QString& phase, double fraction);
  void valuesFound(const lw::ShownValues& values);                  // of a run that somebody asked for
  void measuring(const QString& what);                              // in the background; empty: nothing
  void consentRequested(const QString& what, const QString& code);  // empty code: no longer
  void codeAllowed(const QString& hash);                            // to be remembered
  void stepChecked(const QString& call, const std::optional<lw::Explanation>& reason);
  // One answer for each candidate, as far as there was time; none: legal.
  void candidatesChecked(const lw::Primitive* primitive, const std::vector<std::optional<lw::Explanation>>& reasons);
  void dropsChecked(const std::vector<lw::DropVerdict>& verdicts);
  void stepApplied(const QString& title);
  void stepRefused(const QString& call, const lw::Explanation& reason);
  void repairsFound(const QString& call, const lw::Explanation& reason);  // of what was checked or refused last
  void notice(const QString& text);                                       // for the status line

 private:
  struct StepResult {
    std::vector<TitledState> states;
    std::optional<Explanation> error;
    std::optional<Instruction> refused;  // the step that the error is about, where it is one
    QString call;
    QStringList output;
    bool fromSource = false;
    std::string variant;
    std::optional<int> workingOn;               // the function that the steps ended in, where it is another
    std::shared_ptr<const ProgramViews> views;  // of the last state
  };
  using StepJob = std::function<StepResult(const Schedule& schedule, const Stop& stop)>;
  // A change of the session. It calls finished() when it is done, now or later.
  using Task = std::function<void()>;
  void enqueue(Task task);
  void change(std::function<void()> now);  // a change that needs no worker
  void nextTask();
  void finished();
  void keep();

  void load(std::function<Opened()> job, const QString& schedule = {});
  void take(Opened opened);
  void parse();
  void takeSource(std::shared_ptr<const SourceFile> source);
  void showSource();
  void seekWarnings();
  void tell(const std::vector<DroppedStep>& droppedSteps, const std::vector<std::string>& warnings);
  void enqueueStep(StepJob job);
  void takeStep(StepResult result);
  using PlanChange = std::function<bool(std::vector<PlannedStep>& plan)>;
  void changePlan(const QString& what, int node, PlanChange change);
  void takeReplan(const QString& what, bool kept, int oldTip, const Replan& made);
  void seekRepairs(const QString& call, const Instruction& wanted, const Explanation& reason);
  void followChange(const Schedule& before, const Schedule& after);
  void moveTo(int node, int acted);
  void show(std::shared_ptr<const ProgramViews> made = nullptr);
  void takeViews(std::shared_ptr<const ProgramViews> views);
  void refreshOffers();
  void refreshCompositeOffers();
  void lower();
  void takeStages(Stages stages, bool part);
  void drop(std::shared_ptr<const void> gone);
  void painted();
  void priceCode();
  std::set<std::string> missingStages(const Stages& stages, std::optional<int> node) const;
  void prepareComparison();
  void refreshStates();
  bool moveSelection(const Schedule& before, const Schedule& after);  // false: nothing is left of it
  Schedule workingSchedule() const;
  uint32_t idShift() const;
  void showRuns();
  void refreshRuns();
  RunRow rowOf(const RunRecord& record, const std::vector<QString>& labels);
  QString asideOf(const RunRecord& record);
  void chooseRuns();
  const std::string& stateHash(int node);
  struct RunDone {
    RunRecord record;
    bool cancelled = false;
    ShownValues values;  // with RunLimits::keepValues
    QString emulated;    // what the emulator of a GPU found, in one line
    std::shared_ptr<const EmulatorReport> report;
  };
  struct RunLimits {
    int samples = 10;
    double seconds = 10, timeoutSeconds = 120;
    bool keepValues = false;
  };
  using RunProgress = std::function<void(const std::string& phase, double fraction)>;
  using RunJob = std::function<RunDone(const Stop&)>;
  RunJob runJob(int node, const RunLimits& limits, RunProgress progress);  // safe on any thread
  void measureSoon();
  void measureNext();
  void giveUp(const RunRecord& record);
  std::optional<int> nextToMeasure() const;
  bool isAllowed(const PrimFunc& function) const;
  CodeConsent consent() const;
  CodeChoices codeChoices() const { return {consent(), math_}; }
  void showStagesAnew();
  void dropQuestion();                        // what it was about is no longer shown
  bool askForCode(const PrimFunc& function);  // true: a person has to answer first
  // `found`: rows of the problems pane that say what is wrong, where the run knows it in detail.
  void recordRun(const std::string& program, RunRecord record, std::vector<Problem> found = {});

  Worker worker_;
  QTimer parsePause_, offersPause_;
  std::unique_ptr<Autosave> autosave_;
  QString path_;
  std::string text_;  // as typed; the session's follows after a pause
  std::string savedHash_;
  std::optional<Session> session_;
  int document_ = 0;  // counts the documents: what was begun for another one is dropped
  std::deque<Task> tasks_;
  bool working_ = false;
  LinkedSelection selection_;
  std::shared_ptr<const ProgramViews> views_;
  Stages stages_;                               // of the shown state
  bool stagesPart_ = false;                     // some of their texts are still to come
  std::shared_ptr<QSemaphore> awaitsPainting_;  // the texts that are still to come
  std::vector<std::shared_ptr<const void>> gone_;
  DeferredCall afterPainting_{[this] { painted(); }};
  int showing_ = 0, lowering_ = 0;  // counts them
  bool stagesAwaited_ = false;
  std::set<std::string> making_;  // stages of machine code
  StageWish wish_;
  std::optional<int> comparedNode_;
  std::shared_ptr<const OtherState> comparison_;
  std::set<int> wantedStates_;
  std::map<int, std::shared_ptr<const OtherState>> states_;
  int preview_ = 0;                // counts them
  std::vector<StepOffer> offers_;  // primitives, then composites once they are checked
  bool offersKnown_ = false;       // they are those of the selection
  CompositeShelf shelf_;
  std::vector<Diagnostic> warnings_;  // of the shown text, beside those of the parser
  std::vector<Problem> sourceProblems_, stepProblems_, documentProblems_;
  std::map<std::pair<std::string, int>, std::shared_ptr<const EmulatorReport>> emulated_;  // by program and node
  RunModel runs_;
  std::string shownHash_;    // of the shown function as written
  std::string contextHash_;  // of its text
  struct KnownHash {
    Stmt body;
    std::string hash;
  };
  std::map<int, KnownHash> stateHashes_;  // of the scheduled functions, by node
  bool autoMeasure_ = false;
  QTimer measurePause_;
  std::map<std::pair<std::string, int>, Untimed> untimed_;  // by program and node: not tried again in the background
  int timing_ = -1;                                         // the node that is timed in the background; -1: none
  double quickTimeout_ = 20;
  QString target_;
  FloatMath math_;
  const std::vector<int64_t> caches_;
  int drag_ = 0;  // counts them: answers about an earlier one are dropped
  std::set<QString> allowedCode_;
  std::string askedCode_;  // what consentRequested is about; empty: nothing
};

// A refusal or a file's defect as the problems pane shows it.
Problem problemOf(const QString& call, const Explanation& e);

}  // namespace lw
