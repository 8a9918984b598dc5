// The draft for stores in loops that are bound to the threads of a GPU. It reads only the scheduled function and knows
// no device: how candidates compare on one with about a hundred multiprocessors. What emulation counts (backends/
// emulator/device_time.h) follows here from strides.
#pragma once

#include "core/tune/model/store_time.h"

namespace lw::tune {

bool boundToThreads(const StoreTable& table, const TableStore& store);
// `trafficMs`: passes over the banks of L1 and shared memory, sectors from L2, and from memory. `threads`: blocks that
// run at the same time.
StoreTime gpuTimeOf(const StoreTable& table, const TableStore& store);

}  // namespace lw::tune
