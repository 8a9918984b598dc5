// What the lines of a lowered text cost, beside their numbers.
#pragma once

#include "core/analysis/cost.h"
#include "views/stage_model.h"

namespace lw {

// A note for every line: a bar, as long as the share of the whole program's operations that the loop has which begins there, the
// outermost of several; else that of the block whose work the line does.
std::vector<std::string> operationBars(const StageText& stage, const ProgramCost& cost);

}  // namespace lw
