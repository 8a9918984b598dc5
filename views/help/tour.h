// The tour of the window: a short text about each pane, and exercises that the user carries out in the window below.
// The card stays at one place, so that its buttons do. Return continues while the card is shown, wherever the focus is,
// except where a text is typed; Escape ends it.
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
  std::function<QString()> titleNow = {};
  // Of an exercise: whether the window shows what it begins with, and what shows that again.
  std::function<bool()> onRoute = {};
  std::function<void()> goBack = {};
};

class Tour : public QWidget {
  Q_OBJECT

 public:
  explicit Tour(QWidget* window);
  void start(std::vector<TourStop> stops, const Theme& theme);
  void setTheme(const Theme& theme);
  int stop() const { return at_; }
  int stopCount() const { return int(stops_.size()); }
  void check();  // goes on if the exercise of this stop is carried out, or notices that the user left the route
  void leave() { end(false); }
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
  void showWords();
  bool leftRoute() const;
  bool isReturn(const QObject* watched, const QEvent* event) const;
  bool isExercise() const { return at_ >= 0 && stops_[size_t(at_)].done; }
  bool isPending() const;  // an exercise that is not carried out yet
  void end(bool whole);
  void place();
  QRegion maskAround(const QRect& about) const;
  void uncover();
  QRect spot() const;

  std::vector<TourStop> stops_;
  int at_ = -1, furthest_ = -1;
  bool carriedOut_ = false;  // this stop's carryOut was called
  Theme theme_;
  QWidget* card_;
  QLabel *title_, *words_, *count_;
  QPushButton *back_, *next_, *leave_;
  QPointer<QWidget> keysBefore_;
};

}  // namespace lw
