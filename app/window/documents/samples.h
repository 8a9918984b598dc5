// The programs that come with the workbench.
#pragma once

#include <QString>

namespace lw {

// Beside the program that runs, or above it where it runs from the folder that it was built in; empty: there are none.
QString samplesFolder();

}  // namespace lw
