// The cost of a repair, so that the most sensible one is offered first. A rough model in one unit (the time of a scalar
// operation): it compares programs that compute the same, and does not predict times.
#pragma once

#include <string>

#include "core/schedule/snapshot.h"

namespace lw {

struct RepairMachine {
  int vectorBits = 256;
  int64_t memory = 0;  // bytes that a program may use; 0: unknown
};

struct RepairCost {
  double operations = 0;  // of the whole function, reduced by vectors and threads, plus the time for new memory
  double bytes = 0;       // of the buffers that the steps added
  std::string largest;    // of these buffers
};
RepairCost repairCost(const Snapshot& before, const Snapshot& after, int function, const RepairMachine& machine);

// "allocates 8589934592 bytes (8.0 GiB) for C_rf", from 256 MiB on; empty: nothing that one should know before.
Message memoryWarning(const RepairCost& cost);

}  // namespace lw
