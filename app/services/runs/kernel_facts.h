// Facts about GPU schedules for the inspector: the launch that a loop or block belongs to, and the counters of an
// emulated run.
#pragma once

#include <QString>
#include <utility>
#include <vector>

#include "app/models/program/loop_tree_model.h"
#include "app/models/runs/loop_tree_badge.h"
#include "backends/emulator/emulator.h"

namespace lw {

// Pairs of name and value.
using FactList = std::vector<std::pair<QString, QString>>;

// "grid 4 × 4, block 32 × 8 (256 threads)": computed from the thread-bound loops around and below the outermost one
// that contains the node. Empty for a node outside of kernels.
FactList launchFacts(const LoopTree& tree, int node);
// For a thread-bound loop: memory, registers, occupancy and barriers of its kernel. For a block: the sectors and passes
// of each access of a warp.
FactList emulatedFacts(const LoopTree& tree, int node, const EmulatorReport& report);

// For each block of a kernel: the maximum number of sectors and passes of its accesses, and the findings of the
// emulator.
TreeBadges emulatedBadges(const EmulatorReport& report);

}  // namespace lw
