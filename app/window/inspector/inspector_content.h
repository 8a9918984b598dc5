// The content of the inspector for the selection.
#pragma once

#include "app/services/workbench.h"
#include "views/inspector/inspector_view.h"

namespace lw {

InspectorContent inspectorContent(const Workbench& workbench, const Theme& theme);

}  // namespace lw
