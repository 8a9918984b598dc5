// The lock of a pane that follows the shown state: while locked, the pane keeps its content. Opening another document
// unlocks it.
#pragma once

#include "views/widgets/pane.h"

namespace lw {

class Workbench;

class PaneLock : public QObject {
  Q_OBJECT

 public:
  PaneLock(PaneHeader& header, Workbench& workbench);
  bool locked() const { return button_->isChecked(); }
  void toggle() { button_->toggle(); }

 Q_SIGNALS:
  void unlocked();  // the pane has to show the current state; there is a program

 private:
  void follow();
  QString shownStep() const;  // "step 4"

  Workbench& workbench_;
  QToolButton* button_;
  int document_ = 0;
};

}  // namespace lw
