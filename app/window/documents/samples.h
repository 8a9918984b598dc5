// The programs that are installed with the workbench.
#pragma once

#include <QString>

namespace lw {

// The folder beside the executable, or above it if it runs from the build folder; empty if there are no samples.
QString samplesFolder();

}  // namespace lw
