// A drag in the loop tree: the dragged node, the possible targets, and the effect of the drop.
#pragma once

#include <QObject>
#include <QPoint>

#include "views/loop_tree/loop_tree_scene.h"

namespace lw {

class LoopTreeView;

class LoopTreeDrag : public QObject {
  Q_OBJECT

 public:
  LoopTreeDrag(LoopTreeView& view, LoopTreeScene& scene);
  bool active() const { return active_; }
  void setEnabled(bool enabled) {
    enabled_ = enabled;
  }  // false: nothing can be dragged, and the tree says nothing of it
  bool enabled() const { return enabled_; }
  // Answers `began`; may be called several times.
  void setVerdicts(const std::vector<DropVerdict>& verdicts);

  void press(int node, const QPoint& position);  // -1: no node
  bool pressed() const { return pressed_ >= 0; }
  void moveTo(const QPoint& position);  // begins the drag after the minimum distance
  void release();                       // drops the dragged node
  void cancel();
  void paint(QPainter& painter) const;

 Q_SIGNALS:
  void began(lw::LoopId loop, lw::BlockId block);  // one of the two is valid; setVerdicts() answers
  void ended();
  void loopDropped(lw::LoopId moved, lw::LoopId before);  // on another loop
  void blockDropped(lw::BlockId moved, lw::LoopId under);

 private:
  void begin();
  void end();
  void show();
  int loopAt(const QPoint& position) const;

  LoopTreeView& view_;
  LoopTreeScene& scene_;
  int pressed_ = -1, target_ = -1;
  QPoint pressedAt_, at_;
  bool active_ = false, enabled_ = true;
  std::unordered_map<LoopId, DropVerdict> verdicts_;  // looked up by key only
};

}  // namespace lw
