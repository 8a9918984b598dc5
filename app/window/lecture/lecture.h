// The lecture: shows the states of the program one after the other, large and on the full screen. Arrow keys move
// through the trace; the loop tree is animated to its new shape, and the text highlights the changes of the step. The
// window behind follows. The audience guesses the time of a step before it is shown; the presenter has a window of
// their own, a pointer and a pen.
#pragma once

#include <QLabel>
#include <QSplitter>
#include <QWidget>

#include "app/window/lecture/pen_layer.h"
#include "app/window/lecture/presenter.h"
#include "app/window/lecture/quiz.h"
#include "core/tune/model/reasons.h"
#include "views/code/code_view.h"
#include "views/loop_tree/loop_tree_view.h"

namespace lw {

class Services;
struct ProgramViews;

class Lecture : public QWidget {
  Q_OBJECT

 public:
  Lecture(const Services& services, QWidget* window);
  // Shows the full-screen view; `moves`: animates the boxes of the tree.
  void begin(const Theme& theme, bool moves);
  // The same in a size of its own, on no screen and without a presenter, to be painted: slides.h.
  void beginUnseen(const Theme& theme, const QSize& size);
  int node() const { return node_; }  // the state that it shows; -1: none yet
  std::vector<int> path() const;      // the states that it goes through
  int current() const;                // that of the window
  void goTo(int node);
  QString title() const;  // of the program
  LoopTreeView* tree() const { return tree_; }
  CodeView* code() const { return code_; }
  QLabel* call() const { return call_; }
  QLabel* note() const { return note_; }
  QLabel* time() const { return time_; }
  QLabel* why() const { return why_; }
  QuizBar* quiz() const { return quiz_; }
  PenLayer* pen() const { return pen_; }
  Presenter* presenter() const { return presenter_; }
  qreal scale() const { return scale_; }  // of the type: 1 is the size in the window

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void hideEvent(QHideEvent* event) override;
  bool eventFilter(QObject* object, QEvent* event) override;

 private:
  enum class Sides : uint8_t { Both, Tree, Text };
  bool goByKey(const QKeyEvent& event);
  bool showByKey(const QKeyEvent& event);  // tools, sizes and windows
  void zoomBy(int steps);                  // 0: back to the size for the screen
  void showSides(Sides sides);
  void prepare(const Theme& theme, bool moves);
  void openPresenter();
  void layOut();
  void showPresenter();
  QString place() const;
  int nextOnPath(int by) const;  // node; -1: there is none
  void go(int by);
  void showState();
  void showText(const std::string& before);
  void showChange();
  void showFacts();
  void showTime();
  void showWhy();
  void styleLabel(QLabel* label, int pixels, const QColor& color, const QString& more = {});
  void applyScale();

  const Services& services_;
  Theme theme_;
  LoopTreeView* tree_;
  CodeView* code_;
  QSplitter* sides_;
  QuizBar* quiz_;
  PenLayer* pen_;
  Presenter* presenter_;
  QLabel *call_, *place_, *note_, *time_, *why_;
  std::shared_ptr<const ProgramViews> shown_;
  int node_ = -1;
  Selection made_;  // what the step made or changed
  tune::Reasons reasons_;
  LoopTree nextTree_;  // of the next state, for the presenter
  Sides shownSides_ = Sides::Both;
  qreal scale_ = 1, zoomFactor_ = 1;  // zoomFactor_: the factor set by keys, multiplied by the factor for the screen
};

}  // namespace lw
