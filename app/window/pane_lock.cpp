#include "app/window/pane_lock.h"

#include <utility>

#include "app/models/document/document.h"
#include "app/models/program/shown_program.h"
#include "app/services/workbench.h"
#include "views/widgets/lock_icon.h"

namespace lw {

PaneLock::PaneLock(PaneHeader& header, Workbench& workbench)
    : QObject(&header), workbench_(workbench), button_(addLock(header)) {
  connect(button_, &QToolButton::toggled, this, [this](bool locked) {
    showLock(*button_, shownStep());
    if (!locked && workbench_.document()->hasProgram() && workbench_.program()->hasViews()) Q_EMIT unlocked();
  });
  connect(workbench_.program(), &ShownProgram::changed, this, &PaneLock::follow);
  connect(workbench_.document(), &Document::replaced, this, [this] { button_->setChecked(false); });
}

void PaneLock::follow() {
  const bool other = std::exchange(document_, workbench_.document()->number()) != workbench_.document()->number();
  if (other || !workbench_.document()->hasProgram() || !workbench_.program()->hasViews()) button_->setChecked(false);
}

QString PaneLock::shownStep() const {
  if (!workbench_.document()->hasProgram()) return {};
  const int step = int(workbench_.document()->history().pathTo(workbench_.document()->history().current()).size()) - 1;
  return step == 0 ? tr("as written") : tr("step %1").arg(step);
}

}  // namespace lw
