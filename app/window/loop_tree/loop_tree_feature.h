// The loop tree pane: the tree of the shown program, and above it the dataflow graph of a program that was made from
// tensor expressions.
#pragma once

#include <QTimer>
#include "app/models/schedule/step_preview.h"
#include "app/window/feature.h"
#include "views/loop_tree/loop_tree_view.h"

namespace lw {

class DataflowView;
class PaneLock;

class LoopTreeFeature : public Feature {
  Q_OBJECT

 public:
  explicit LoopTreeFeature(WindowContext& window);
  LoopTreeView* tree() const { return tree_; }
  bool keysShown() const { return keysShown_; }  // of the steps
  DataflowView* dataflow() const { return dataflow_; }
  Pane* pane() const { return pane_; }
  void setPreview(std::vector<StepMark> marks);  // of a step that is not applied yet; empty: none
  bool locked() const;                           // the tree may show another state
  void toggleLock();
  bool systemMoves() const;  // false: the system setting asks for reduced motion

  void connectFeatures() override;
  void start() override;
  void setTheme(const Theme& theme) override;
  void refreshActions() override;
  bool zoom(QWidget* keys, int by) override;

 Q_SIGNALS:
  void metricChosen(lw::TreeMetric metric);

 private:
  void buildPane();
  void addMenus();
  void connectDrags();
  void zoomKeys(int by);
  void zoomAll(int by);
  void showProgram();
  void showTree();
  void showBadges();
  void showMarks();
  void showDataflow();
  void showSelection();
  void showState();
  void showKeys();
  void showNoProgram();
  QString startLinks() const;
  void followStartLink(const QString& link);

  LoopTreeView* tree_;
  QLabel* keyHint_;
  bool keysShown_ = false;
  DataflowView* dataflow_;
  Pane* pane_;
  PaneLock* lock_;
  QAction* export_;
  QTimer reading_;  // until the tree says that the program is being read
  std::vector<StepMark> preview_;
  StateDifference difference_;  // from the state that is compared with
};

}  // namespace lw
