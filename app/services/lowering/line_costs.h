// What the lines of a lowered text cost, beside their numbers.
#pragma once

#include "core/analysis/cost.h"
#include "views/lowered/stage_model.h"

namespace lw {

// In the order of TreeMetric, a note for every line. Operations and bytes: a bar, as long as the share of the whole
// program's that the loop has which begins there, the outermost of several; else that of the block whose work the line
// does. Footprint: the bytes that one execution of the loop which begins there touches, with the smallest cache that
// they fit in. `caches`: bytes, smallest first.
std::vector<LineNotes> lineCosts(const StageText& stage, const ProgramCost& cost, const std::vector<int64_t>& caches);

}  // namespace lw
