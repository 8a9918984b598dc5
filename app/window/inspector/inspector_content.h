// The content of the inspector for the selection.
#pragma once

#include "views/inspector/inspector_view.h"

namespace lw {

class Workbench;

InspectorContent inspectorContent(const Workbench& workbench, const Theme& theme);

}  // namespace lw
