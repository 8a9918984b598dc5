// The processor that the program runs on, by LLVM.
#pragma once

#include "backends/targets/descriptor.h"

namespace lw {

extern const TargetDescriptor kCpuTarget;

}  // namespace lw
