// The switch in the header of a text between its compact and its full form.
#pragma once

#include "views/widgets/pane.h"

class QAction;

namespace lw {

QToolButton* addCompactSwitch(PaneHeader& header, QAction& compact);

}  // namespace lw
