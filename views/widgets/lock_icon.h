// The lock in the header of a pane: while it is closed, the pane keeps its content.
#pragma once

#include "views/widgets/pane.h"

namespace lw {

QToolButton* addLock(PaneHeader& header);
// `at`: the state that a locked pane shows ("step 4").
void showLock(QToolButton& lock, const QString& at);

}  // namespace lw
