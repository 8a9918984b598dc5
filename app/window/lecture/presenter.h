// The presenter's window beside a lecture: the notes of the shown step, the next step with its loop tree, the answer to
// the question about the time, and a clock. Its keys are those of the lecture.
#pragma once

#include <QElapsedTimer>
#include <QLabel>
#include <QTimer>
#include <QWidget>

#include "views/loop_tree/loop_tree_view.h"

class QTextBrowser;

namespace lw {

// What the presenter sees of one state.
struct PresenterContent {
  QString place, call, notes, answer, score;
  QString next;       // the call of the next step; empty: this is the last one
  LoopTree nextTree;  // empty until it is known
};

class Presenter : public QWidget {
  Q_OBJECT

 public:
  explicit Presenter(QWidget* parent);
  void setTheme(const Theme& theme);
  void setContent(const PresenterContent& content);
  void setNextTree(const LoopTree& tree) { nextTree_->setTree(tree); }
  void startClock();
  QLabel* call() const { return call_; }
  QLabel* next() const { return next_; }
  QLabel* answer() const { return answer_; }
  QLabel* score() const { return score_; }
  QString notes() const;
  LoopTreeView* nextTree() const { return nextTree_; }

 Q_SIGNALS:
  void keyPressed(QKeyEvent* event);

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void showClock();
  void styleTexts();

  Theme theme_;
  qreal scale_ = 1;  // of the type
  QLabel *clock_, *place_, *call_, *answer_, *score_, *next_, *keys_;
  QTextBrowser* notes_;
  LoopTreeView* nextTree_;
  QElapsedTimer since_;
  QTimer ticks_;
};

// The part of a note that the audience sees, and the part below a line "---", which only the presenter sees.
struct LectureNote {
  QString audience, presenter;
};
LectureNote lectureNote(const QString& note);

}  // namespace lw
