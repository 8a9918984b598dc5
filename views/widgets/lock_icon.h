// The lock in the header of a pane: closed, the pane stays as it is.
#pragma once

#include "views/widgets/pane.h"

namespace lw {

QToolButton* addLock(PaneHeader& header);
// `at`: what the pane stays at ("step 4"); told while it is locked.
void showLock(QToolButton& lock, const QString& at);

}  // namespace lw
