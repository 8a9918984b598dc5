// The choices of floating-point arithmetic in the window: a menu, and a button beside the target while they are not the
// usual ones.
#pragma once

#include <QAction>
#include <QMenu>
#include <QToolButton>
#include <vector>

#include "app/services/workbench.h"

namespace lw {

class FloatChoices : public QObject {
  Q_OBJECT

 public:
  FloatChoices(Workbench* workbench, QWidget* window);
  QMenu* menu() const { return menu_; }
  // Shows what was chosen, and opens the menu. Hidden while only the usual is allowed and where the choice has no
  // effect.
  QToolButton* button() const { return button_; }

 Q_SIGNALS:
  void helpRequested();

 private:
  void refresh();

  Workbench* workbench_;
  QMenu* menu_;
  QToolButton* button_;
  QAction *noEffect_, *usual_;
  std::vector<QAction*> choices_;  // as floatChoices()
};

}  // namespace lw
