// The window: it lays out the panes, shows what the workbench has, and hands it what the person wants.
#pragma once

#include <QMainWindow>
#include <QSettings>
#include <QTimer>

#include "app/services/runs/figures.h"
#include "app/services/runs/interpreter_runs.h"
#include "app/services/workbench.h"
#include "app/window/extra_panes.h"
#include "app/window/restyler.h"
#include "app/window/speed_meter.h"
#include "backends/target/target.h"
#include "views/accesses/access_view.h"
#include "views/code/code_view.h"
#include "views/forms/primitive_form.h"
#include "views/help/help_view.h"
#include "views/inspector/inspector_view.h"
#include "views/loop_tree/loop_tree_view.h"
#include "views/lowered/lowered_view.h"
#include "views/palette/primitive_bar.h"
#include "views/palette/step_palette.h"
#include "views/problems/problems_view.h"
#include "views/roofline/roofline_view.h"
#include "views/run/run_view.h"
#include "views/trace/branch_view.h"
#include "views/trace/trace_view.h"
#include "views/values/values_view.h"
#include "views/widgets/control_chords.h"
#include "views/widgets/pane.h"

class QComboBox;
class QPushButton;
class QStackedWidget;

namespace lw {

class Actions;
class WindowCommands;
class FloatChoices;
class DataflowView;
class OperatorForm;
class PinLegend;
class StepLine;

class MainWindow : public QMainWindow {
  Q_OBJECT

 public:
  // `settings`: where layout, theme and recent files are kept. The window does not own it.
  explicit MainWindow(QSettings* settings, QWidget* parent = nullptr);
  ~MainWindow() override;

  Workbench* workbench() { return &workbench_; }
  CodeView* written() const { return written_; }
  CodeView* scheduled() const { return scheduled_; }
  CodePanes* codePanes() { return &codePanes_; }
  ExtraPanes* extraPanes() const { return extras_; }
  StepLine* stepLine() const { return stepLine_; }
  DataflowView* dataflow() const { return dataflow_; }
  LoopTreeView* tree() const { return tree_; }
  LoweredView* lowered() const { return lowered_; }
  InspectorView* inspector() const { return inspector_; }
  TraceView* trace() const { return trace_; }
  BranchView* branches() const { return branches_; }
  WindowCommands* everyday() const { return everyday_.get(); }
  RunView* runView() const { return runView_; }
  ProblemsView* problems() const { return problems_; }
  RooflineView* roofline() const { return roofline_; }
  void exportRoofline();
  InterpreterRuns* executions() { return &executions_; }
  AccessView* accesses() const { return access_; }
  ValuesView* valuesView() const { return values_; }
  void exportFrames();
  void saveValues();
  void toggleBreakpoint();  // at the selected block
  QToolButton* largerResults() const { return larger_; }
  PrimitiveBar* bar() const { return bar_; }
  PrimitiveForm* form() const { return form_; }
  StepPalette* stepPalette() const { return palette_; }
  HelpView* help() const { return help_; }
  OperatorForm* operatorForm() const { return operatorForm_; }
  void newFromOperator();
  void showHelp();  // the page of the step that has the keys or the form, else the last one
  QPushButton* runButton() const { return runButton_; }
  QComboBox* targets() const { return targets_; }
  FloatChoices* floatChoices() const { return floatChoices_; }

  void setThemeByName(const QString& name);
  const Theme& theme() const { return theme_; }
  void openFile(const QString& path, const QString& schedule = {});  // Workbench::open
  // A schedule of another file goes to the program that is open; everything else is opened.
  void openOrImport(const QString& path);
  void filesHanded(const QStringList& files);  // by a second start of the program: the window comes to the front
  bool idle() const;                           // no job is under way: what is shown is up to date
  void showScheduled(bool scheduled);          // the source pane's tab
  enum ResultPage { kRunPage, kProblemsPage, kRooflinePage, kAccessPage, kValuesPage };
  void showResults(int page);                                   // a ResultPage
  void openForm(const Primitive& primitive, const QPoint& at);  // in the window's coordinates
  void openStepMenu(const QPoint& globalPosition);
  void showStepMenu(const QPoint& globalPosition);
  std::vector<const StepOffer*> firstOffers(size_t most) const;
  void askForStep();         // Ctrl+K
  void zoom(int by);         // the texts, the accesses or the loop tree, whichever has the keys; 0: to the actual size
  void typeStep();           // in the line below the trace
  void resetLayout();        // without panes that were opened beside
  void placePanes();         // to their default places
  bool systemMoves() const;  // false: the system asks for less motion

 Q_SIGNALS:
  void said(const QString& text);  // what was done, or why not

 protected:
  void closeEvent(QCloseEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  void buildPanes();
  void buildTop();
  void connectWorkbench();
  void connectViews();
  void buildResults();
  void enlargeResults(bool larger);
  void connectResults();
  void connectSteps();
  void showBreakpoints();
  void showStep();
  void fillTargets();
  void stepRequested(const Primitive& primitive, const QPoint& at);
  void stepKey(QChar key);
  void showProgram();
  void showScheduledText();
  void showWrittenSigns(const BlockSigns& signs);
  void showNames();
  void showComparison();
  void showBusy();
  void showNoProgram();
  void showDataflow();
  void showSelection();
  void showOffers();
  void showTrace();
  void showBranches();
  void showWaiting();
  QString startLinks() const;
  void followStartLink(const QString& link);
  void shareHistory();
  void connectHistory();
  void noteOn(int node);
  void highlightMade(int node);
  std::vector<std::pair<int, int>> stepsOf(const std::vector<int>& recorded) const;
  void showProblems();
  void showTitle();
  void showTableSwitch();
  static int switchOf(int resultPage);
  std::set<std::string> stageWish(std::optional<int> node) const;
  CodeContent contentOf(const CodeView* view) const;
  void showPreview(const std::shared_ptr<const StepPreview>& preview);
  QString shownStep() const;  // "step 4"
  void connectLocks();
  void lockPane();
  void showTree();
  void showBadges();
  void openPane(ExtraPane::Kind kind);
  void pickInWritten(int offset);
  void pickInScheduled(int offset);
  InspectorContent inspectorContent() const;
  InspectorContent contentOfMany() const;
  void recover();
  void startAgain();
  void say(const QString& text);

  QSettings* settings_;
  Theme theme_;
  Restyler restyler_;
  ControlChords chords_;
  Workbench workbench_;
  CodePanes codePanes_;
  ExtraPanes* extras_ = nullptr;
  std::shared_ptr<const ProgramViews> scheduledViews_;  // of the text of the scheduled program
  QToolButton *sourceLock_, *loweredLock_, *treeLock_;
  int shownDocument_ = 0;
  Figures figures_{&workbench_};
  InterpreterRuns executions_{&workbench_};
  CodeView *written_, *scheduled_;
  QStackedWidget *sources_, *results_;
  DataflowView* dataflow_;
  LoopTreeView* tree_;
  LoweredView* lowered_;
  InspectorView* inspector_;
  TraceView* trace_;
  BranchView* branches_;
  bool historyShared_ = false;  // the border between trace and variants was moved by hand
  StepLine* stepLine_;
  RunView* runView_;
  RooflineView* roofline_;
  AccessView* access_;
  ValuesView* values_;
  QWidget* stepBar_;
  ProblemsView* problems_;
  PrimitiveBar* bar_;
  PrimitiveForm* form_;
  StepPalette* palette_;
  HelpView* help_;
  OperatorForm* operatorForm_ = nullptr;  // made when it is wanted
  Pane *sourcePane_, *treePane_, *loweredPane_, *inspectorPane_, *tracePane_, *resultsPane_;
  QPushButton* runButton_;
  QComboBox* targets_;
  FloatChoices* floatChoices_;  // beside the target, and in the menu
  QToolButton *larger_, *table_, *auto_, *diff_, *compared_;
  const int vectorLanes_ = cpuInfo().vectorBits / 32;  // of float32 on this machine
  QString background_;                                 // what is done while nothing else is
  QLabel* title_;
  QLabel* busy_;
  QTimer busySoon_;  // what ends at once is not told
  SpeedMeter* meter_;
  std::unique_ptr<WindowCommands> everyday_;  // the menus ask it
  PinLegend* pinLegend_;
  std::unique_ptr<Actions> actions_;
  std::vector<int> variantTips_;
  friend class Actions;
  friend class WindowCommands;
};

}  // namespace lw
