// The lecture: one state of the program after the other, large, with nothing around it. Arrow keys go through the
// trace; the loop tree moves to its new shape, and the text shows what the step changed. The window behind follows.
#pragma once

#include <QLabel>
#include <QSplitter>
#include <QWidget>

#include "app/services/workbench.h"
#include "views/code/code_view.h"
#include "views/loop_tree/loop_tree_view.h"

namespace lw {

class Lecture : public QWidget {
  Q_OBJECT

 public:
  Lecture(Workbench* workbench, QWidget* window);
  // On the whole screen; `moves`: boxes of the tree may move.
  void begin(const Theme& theme, bool moves);
  LoopTreeView* tree() const { return tree_; }
  CodeView* code() const { return code_; }
  QLabel* call() const { return call_; }
  QLabel* note() const { return note_; }
  QLabel* time() const { return time_; }
  qreal scale() const { return scale_; }  // of type: 1 is that of the window

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void go(int by);
  void showState();
  void showText(const std::string& before);
  void showChange();
  void showFacts();
  void showTime();
  void styleLabel(QLabel* label, int pixels, const QColor& color, const QString& more = {});
  void applyScale();

  Workbench* workbench_;
  Theme theme_;
  LoopTreeView* tree_;
  CodeView* code_;
  QSplitter* sides_;
  QLabel *call_, *place_, *note_, *time_;
  std::shared_ptr<const ProgramViews> shown_;
  int node_ = -1;
  Selection made_;                // what the step made or changed
  bool answered_ = false;         // the time of this step is told
  qreal scale_ = 1, wished_ = 1;  // wished_: by the keys, times what the size of the screen gives
};

}  // namespace lw
