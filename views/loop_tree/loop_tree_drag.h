// A drag in the loop tree: what is dragged, where it may be dropped, and what the drop would do.
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
  // Answers to `began`, as they come.
  void setVerdicts(const std::vector<DropVerdict>& verdicts);

  void press(int node, const QPoint& position);  // -1: on nothing
  bool pressed() const { return pressed_ >= 0; }
  void moveTo(const QPoint& position);  // begins the drag once it is far enough
  void release();                       // drops what is dragged
  void cancel();
  void paint(QPainter& painter) const;

 Q_SIGNALS:
  void began(lw::LoopId loop, lw::BlockId block);  // one of them; where may it go?
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
  bool active_ = false;
  std::unordered_map<LoopId, DropVerdict> verdicts_;  // only looked up
};

}  // namespace lw
