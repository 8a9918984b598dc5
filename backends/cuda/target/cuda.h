// NVIDIA's GPUs by their driver, which takes PTX.
#pragma once

#include "backends/targets/descriptor.h"

namespace lw {

extern const TargetDescriptor kCudaTarget;

}  // namespace lw
