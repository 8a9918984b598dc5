#include "app/window/pane_lock.h"

#include <utility>

#include "views/widgets/lock_icon.h"

namespace lw {

PaneLock::PaneLock(PaneHeader& header, Workbench& workbench)
    : QObject(&header), workbench_(workbench), button_(addLock(header)) {
  connect(button_, &QToolButton::toggled, this, [this](bool locked) {
    showLock(*button_, shownStep());
    if (!locked && workbench_.hasProgram() && workbench_.hasViews()) Q_EMIT unlocked();
  });
  connect(&workbench_, &Workbench::programChanged, this, &PaneLock::follow);
  connect(&workbench_, &Workbench::documentReplaced, this, [this] { button_->setChecked(false); });
}

void PaneLock::follow() {
  const bool other = std::exchange(document_, workbench_.document()) != workbench_.document();
  if (other || !workbench_.hasProgram() || !workbench_.hasViews()) button_->setChecked(false);
}

QString PaneLock::shownStep() const {
  if (!workbench_.hasProgram()) return {};
  const int step = int(workbench_.history().pathTo(workbench_.history().current()).size()) - 1;
  return step == 0 ? tr("as written") : tr("step %1").arg(step);
}

}  // namespace lw
