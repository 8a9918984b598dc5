// The limits of the search for repairs on this machine.
#pragma once

#include "backends/target/memory.h"
#include "backends/target/target.h"
#include "core/trace/repair.h"

namespace lw {

inline RepairLimits repairLimits() {
  RepairLimits limits;
  limits.machine = {cpuInfo().vectorBits, availableMemory()};
  return limits;
}

}  // namespace lw
