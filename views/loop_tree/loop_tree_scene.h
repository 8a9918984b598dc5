// The scene of a loop tree: an item for every loop, block and statement, which remains the same from step to step and
// moves to its new place; arrows for the values between blocks; the two iterations of a refusal.
#pragma once

#include <QElapsedTimer>
#include <QGraphicsScene>
#include <QVariantAnimation>
#include <set>
#include <unordered_map>

#include "app/models/offers/drop_verdict.h"
#include "app/models/program/linked_selection.h"
#include "app/models/schedule/step_mark.h"
#include "views/loop_tree/loop_tree_painter.h"

namespace lw {

class LoopTreeItem;
class LoopTreeFlows;

// The state of a drag.
struct TreeDrag {
  int node = -1, target = -1;                        // nodes of the tree; -1: none
  std::unordered_map<LoopId, DropVerdict> verdicts;  // known verdicts, by target; looked up by key only
};

class LoopTreeScene : public QGraphicsScene {
  Q_OBJECT

 public:
  explicit LoopTreeScene(QObject* parent = nullptr);
  ~LoopTreeScene() override;

  void setTheme(const Theme& theme);
  void setTree(LoopTree tree, bool animated);
  void setWidth(qreal width);
  void setMetric(TreeMetric metric);
  void setSelection(const LinkedSelection& selection);
  void setConflict(const std::vector<LoopId>& loops, const std::vector<BlockId>& blocks,
                   const std::optional<Witness>& witness);
  void setBadges(TreeBadges badges);           // counters of an emulated run
  void setMarks(std::vector<StepMark> marks);  // of the previewed step
  void setPinned(std::set<LoopId> loops);      // that a followed session does not change
  void setHovered(int node);
  void setFlowsShown(bool shown);
  void setDrag(TreeDrag drag);
  const DropVerdict* verdictFor(int node) const;  // during a drag; nullptr: not known yet

  const LoopTree& tree() const { return tree_; }
  const TreeStyle& style() const { return style_; }
  const TreeLayout& layout() const { return layout_; }  // the boxes at the end of the animation
  bool flowsShown() const;
  bool moving() const { return motion_.state() == QAbstractAnimation::Running; }
  const TreeBox& shownBox(int node) const { return shown_[size_t(node)]; }
  NodeLook lookOf(int node) const;
  bool selected(int node) const;
  int nodeAt(const QPointF& position) const;
  int current() const;  // the main selected node; -1: not in this tree
  LoopTreePainter painter() const { return {tree_, style_, layout_, metric_}; }
  const std::optional<Witness>& witness() const { return witness_; }
  int witnessAt() const { return calloutAt_; }
  std::vector<const LoopTreeFlow*> visibleFlows() const;

 Q_SIGNALS:
  void laidOut();

 protected:
  void drawBackground(QPainter* painter, const QRectF& rect) override;

 private:
  void relayout(bool animated);
  void moveTo(double progress);
  void makeItems();
  void updateNode(int node);
  const TreeBadge* badgeOf(int node) const;  // nullptr: there is none
  bool hides(int node) const;                // the node hides all that is below its box

  LoopTree tree_;
  TreeStyle style_;
  TreeMetric metric_ = TreeMetric::Operations;
  qreal width_ = 300;
  TreeLayout layout_;
  std::vector<TreeBox> shown_, from_;  // during the animation: current and initial boxes
  std::vector<bool> fresh_;            // the node is new in this tree
  std::vector<LoopTreeItem*> items_;   // owned by the scene
  LoopTreeFlows* flows_;
  QVariantAnimation motion_;
  QElapsedTimer started_;  // start of the animation
  LinkedSelection selection_;
  std::vector<LoopId> conflictLoops_;
  std::vector<BlockId> conflictBlocks_;
  std::optional<Witness> witness_;
  std::vector<StepMark> marks_;
  TreeBadges badges_;
  std::set<LoopId> pinned_;
  int calloutAt_ = -1;
  int hovered_ = -1;
  TreeDrag drag_;
};

}  // namespace lw
