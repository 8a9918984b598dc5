// Devices with an OpenCL driver, which takes OpenCL C.
#pragma once

#include "backends/targets/descriptor.h"

namespace lw {

extern const TargetDescriptor kOpenClTarget;

}  // namespace lw
