// All features of the window.
#pragma once

namespace lw {

class WindowContext;

void addFeatures(WindowContext& window);

}  // namespace lw
