// The lock of a pane that follows the shown state: locked, it keeps what it shows. Another document unlocks it.
#pragma once

#include "app/services/workbench.h"
#include "views/widgets/pane.h"

namespace lw {

class PaneLock : public QObject {
  Q_OBJECT

 public:
  PaneLock(PaneHeader& header, Workbench& workbench);
  bool locked() const { return button_->isChecked(); }
  void toggle() { button_->toggle(); }

 Q_SIGNALS:
  void unlocked();  // what the pane missed is to be shown; there is a program

 private:
  void follow();
  QString shownStep() const;  // "step 4"

  Workbench& workbench_;
  QToolButton* button_;
  int document_ = 0;
};

}  // namespace lw
