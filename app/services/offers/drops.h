// The steps of drag and drop in the loop tree: a loop on a loop is reorder, a block on a loop compute_at or
// reverse_compute_at.
#pragma once

#include <functional>
#include <optional>

#include "app/models/offers/drop_verdict.h"
#include "app/models/program/program_views.h"
#include "app/models/support/stop.h"

namespace lw {

struct DropStep {
  const Primitive* primitive = nullptr;
  Arguments args;
};
// Either `loop` or `block` is dragged. Returns nothing if the program no longer has what the tree shows.
std::optional<DropStep> dropStep(const Snapshot& program, const LoopTree& tree, LoopId loop, BlockId block,
                                 LoopId target);

// Checks the drop on every loop of the tree, the nearest first, and reports the verdicts in batches to `tell`.
void checkDrops(const Schedule& schedule, const LoopTree& tree, LoopId loop, BlockId block, const Stop& stop,
                const std::function<void(std::vector<DropVerdict>)>& tell);

}  // namespace lw
