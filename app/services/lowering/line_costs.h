// The costs of the lines of a lowered text, shown beside the line numbers.
#pragma once

#include "app/models/lowering/stage_model.h"
#include "core/analysis/cost/cost.h"

namespace lw {

// Returns a note for every line, for each TreeMetric in order. Operations and bytes are bars: the share of the whole
// program that belongs to the outermost loop beginning on the line, or else to the block that the line implements. The
// footprint is the number of bytes that one execution of the loop beginning on the line accesses, with the smallest
// cache that holds them. `caches`: sizes in bytes, smallest first.
std::vector<LineNotes> lineCosts(const StageText& stage, const ProgramCost& cost, const std::vector<int64_t>& caches);

}  // namespace lw
