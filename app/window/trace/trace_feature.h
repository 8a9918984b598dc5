// The trace pane: the steps of the shown variant, the tree of variants beside them, and a line edit for typing steps
// below.
#pragma once

#include "app/window/feature.h"
#include "views/trace/branch_view.h"
#include "views/trace/trace_view.h"

namespace lw {

class ProofLine;
class StepLine;

class TraceFeature : public Feature {
  Q_OBJECT

 public:
  explicit TraceFeature(WindowContext& window);
  TraceView* view() const { return trace_; }
  BranchView* branches() const { return branches_; }
  StepLine* stepLine() const { return stepLine_; }
  ProofLine* proofLine() const { return proofLine_; }

  void connectFeatures() override;
  void start() override { showTrace(); }
  void setTheme(const Theme& theme) override;
  bool eventFilter(QObject* object, QEvent* event) override;
  void refreshActions() override;

 private:
  void buildPane();
  void addBranchTool();
  void connectSteps();
  void openMenu(int node, const QPoint& at);
  void fillStepMenu(QMenu& menu, int node);
  void compare(int node);
  void connectProof();
  void proveShown();
  void showProof();
  void showLink(int chain, int link);
  void showDifference();
  void rename(int node);
  void noteOn(int node);
  void copyAsComposite(int node);
  void removeFrom(int node);
  void openVariantMenu(int tip, int firstNode, const QPoint& at);
  void removeVariant(int firstNode);
  void highlightMade(int node);
  void showTrace();
  QString emptyText() const;
  void showVariants();
  void showBranches();
  void showNames();
  void shareWidth();
  void typeStep();

  TraceView* trace_;
  BranchView* branches_;
  ProofLine* proofLine_;
  StepLine* stepLine_;
  Pane* pane_;
  QAction *compare_, *compareBefore_, *stopComparing_, *prove_;
  bool widthShared_ = false;      // the user moved the border between trace and variants
  std::vector<int> variantTips_;  // in the order of the buttons of the pane
};

}  // namespace lw
