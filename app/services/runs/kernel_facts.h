// What the inspector says of GPU schedules: the launch that a loop or block belongs to, and what an emulated run
// counted there.
#pragma once

#include <QString>
#include <utility>
#include <vector>

#include "backends/emulator/emulator.h"
#include "views/loop_tree/loop_tree_badge.h"
#include "views/loop_tree/loop_tree_model.h"

namespace lw {

// Name and value.
using FactList = std::vector<std::pair<QString, QString>>;

// "grid 4 × 4, block 32 × 8 (256 threads)": from the loops bound to threads around and below the outermost one that
// holds the node. Nothing for a node outside of kernels.
FactList launchFacts(const LoopTree& tree, int node);
// Of a loop bound to threads: memory, registers, occupancy, barriers of its kernel; of a block: what each access of a
// warp takes.
FactList emulatedFacts(const LoopTree& tree, int node, const EmulatorReport& report);

// For each block of a kernel: the most sectors and passes of its accesses, and what the emulator found there.
TreeBadges emulatedBadges(const EmulatorReport& report);

}  // namespace lw
