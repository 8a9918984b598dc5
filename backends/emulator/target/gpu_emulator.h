// A GPU run step by step on the interpreter.
#pragma once

#include "backends/targets/descriptor.h"

namespace lw {

extern const TargetDescriptor kGpuEmulatorTarget;

}  // namespace lw
