// Which decisions made a loop: the step that made it, and the numbers that the step was given.
#pragma once

#include "core/tune/space.h"

namespace lw::tune {

// `made`: a candidate of the space, or what further steps made of it; `loop` is a loop of its program. The decisions
// are those that the step's arguments depend on: by their handles, or, where the space computes with numbers, by the
// variables in its text. In the order in which they were taken; never empty.
Result<Decisions> decisionsOfLoop(const Space& space, const Schedule& made, LoopId loop);

}  // namespace lw::tune
