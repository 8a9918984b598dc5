// The line above the panes while the window follows a session: who works on what, what was done last and by whom, the
// pinned loops, and what the person may do.
#pragma once

#include <QFrame>
#include <vector>

#include "app/models/follow/follow_state.h"
#include "views/theme/theme.h"

class QHBoxLayout;
class QPushButton;
class QToolButton;

namespace lw {

class PreparedLabel;

class FollowBar : public QFrame {
  Q_OBJECT

 public:
  explicit FollowBar(QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  void setState(const FollowState& state);
  void setRefusal(const QString& why);  // shown until the next state

  QString who() const;
  QString what() const;
  QPushButton* takeButton() const { return take_; }  // also gives back
  QPushButton* undoButton() const { return undo_; }
  QPushButton* latestButton() const { return latest_; }
  QPushButton* detachButton() const { return detach_; }
  std::vector<QToolButton*> pinButtons() const;

 Q_SIGNALS:
  void takeRequested();
  void giveRequested();
  void undoRequested();
  void latestRequested();
  void detachRequested();
  void unpinRequested(lw::LoopId loop);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void showPins();
  void showButtons();
  QString eventWords() const;
  QString whoWords() const;
  void setWhat(const QString& words);
  QColor lightColor() const;

  FollowState state_;
  Theme theme_;
  bool refusal_ = false;
  PreparedLabel *who_, *what_;
  QHBoxLayout* pins_;
  QPushButton *latest_, *undo_, *take_, *detach_;
};

}  // namespace lw
