#include "app/window/pane_lock.h"

#include <utility>

#include "app/models/document/document.h"
#include "app/models/program/shown_program.h"
#include "views/widgets/lock_icon.h"

namespace lw {

PaneLock::PaneLock(PaneHeader& header, const Document& document, const ShownProgram& program)
    : QObject(&header), document_(document), program_(program), button_(addLock(header)) {
  connect(button_, &QToolButton::toggled, this, [this](bool locked) {
    showLock(*button_, shownStep());
    if (!locked && document_.hasProgram() && program_.hasViews()) Q_EMIT unlocked();
  });
  connect(&program_, &ShownProgram::changed, this, &PaneLock::follow);
  connect(&document_, &Document::replaced, this, [this] { button_->setChecked(false); });
}

void PaneLock::follow() {
  const bool other = std::exchange(number_, document_.number()) != document_.number();
  if (other || !document_.hasProgram() || !program_.hasViews()) button_->setChecked(false);
}

QString PaneLock::shownStep() const {
  if (!document_.hasProgram()) return {};
  const int step = int(document_.history().pathTo(document_.history().current()).size()) - 1;
  return step == 0 ? tr("as written") : tr("step %1").arg(step);
}

}  // namespace lw
