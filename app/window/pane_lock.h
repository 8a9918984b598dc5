// The lock of a pane that follows the shown state: while locked, the pane keeps its content. Opening another document
// unlocks it.
#pragma once

#include "views/widgets/pane.h"

namespace lw {

class Document;
class ShownProgram;

class PaneLock : public QObject {
  Q_OBJECT

 public:
  PaneLock(PaneHeader& header, const Document& document, const ShownProgram& program);
  bool locked() const { return button_->isChecked(); }
  void toggle() { button_->toggle(); }

 Q_SIGNALS:
  void unlocked();  // the pane has to show the current state; there is a program

 private:
  void follow();
  QString shownStep() const;  // "step 4"

  const Document& document_;
  const ShownProgram& program_;
  QToolButton* button_;
  int number_ = 0;  // of the document
};

}  // namespace lw
