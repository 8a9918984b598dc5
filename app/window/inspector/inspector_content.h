// The content of the inspector for the selection.
#pragma once

#include "views/inspector/inspector_view.h"

namespace lw {

class Services;

InspectorContent inspectorContent(const Services& services, const Theme& theme);

}  // namespace lw
