// The tour of the window: a short text beside each pane, and exercises that the user carries out in the window below.
// Return continues, Escape ends it.
#pragma once

#include <QPointer>
#include <QWidget>
#include <functional>
#include <vector>

#include "views/theme/theme.h"

class QLabel;
class QPushButton;

namespace lw {

struct TourStop {
  QPointer<QWidget> about;  // highlighted; if it is null or hidden, the text is shown in the middle
  QString title, words;
  // Of an exercise: whether it is carried out, and what carries it out for the user.
  std::function<bool()> done = {};
  std::function<void()> carryOut = {};
  std::function<QString()> wordsNow = {};  // instead of `words`, when the stop is shown
};

class Tour : public QWidget {
  Q_OBJECT

 public:
  explicit Tour(QWidget* window);
  void start(std::vector<TourStop> stops, const Theme& theme);
  void setTheme(const Theme& theme);
  int stop() const { return at_; }
  int stopCount() const { return int(stops_.size()); }
  void check();  // goes on if the exercise of this stop is carried out
  QWidget* card() const { return card_; }
  QPushButton* next() const { return next_; }
  QPushButton* leaveButton() const { return leave_; }

 Q_SIGNALS:
  void ended(bool whole);  // `whole`: the last stop was reached

 protected:
  void paintEvent(QPaintEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;
  bool focusNextPrevChild(bool next) override;

 private:
  void go(int stop);
  void goOn();
  bool isExercise() const { return at_ >= 0 && stops_[size_t(at_)].done; }
  void end(bool whole);
  void place();
  QRect spot() const;

  std::vector<TourStop> stops_;
  int at_ = -1;
  bool carriedOut_ = false;  // this stop's carryOut was called
  Theme theme_;
  QWidget* card_;
  QLabel *title_, *words_, *count_;
  QPushButton *back_, *next_, *leave_;
  QPointer<QWidget> keysBefore_;
};

}  // namespace lw
