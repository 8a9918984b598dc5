// The choices of floating-point arithmetic in the window: a menu, and a button beside the target that is shown while
// they differ from the default.
#pragma once

#include <QAction>
#include <QMenu>
#include <QToolButton>
#include <vector>

namespace lw {

class TargetChoice;

class FloatChoices : public QObject {
  Q_OBJECT

 public:
  FloatChoices(TargetChoice& target, QWidget* window);
  QMenu* menu() const { return menu_; }
  // Shows the choice and opens the menu. Hidden for the default choice, and for targets where the choice has no effect.
  QToolButton* button() const { return button_; }

 Q_SIGNALS:
  void helpRequested();

 private:
  void refresh();

  TargetChoice& target_;
  QMenu* menu_;
  QToolButton* button_;
  QAction *noEffect_, *usual_;
  std::vector<QAction*> choices_;  // in the order of floatChoices()
};

}  // namespace lw
