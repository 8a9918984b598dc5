// Makes the page of a state: lowers the program and links its texts.
#pragma once

#include "app/shared/exports.h"
#include "app/shared/pages/state_page.h"

namespace lw {

// The given steps or else those of the schedule, with sentences about each.
Story storyOfInput(const ExportInput& input);
// The same with the lowered code of every state, and the schedule as a session. Slow: lowers each state.
Story storyOfPage(const ExportInput& input);

// `title` of the page, `runs` and `roofline` are the caller's. Slow: compiles the program. A stage whose code cannot be
// made says why.
StatePage pageOfState(const ExportInput& input);

}  // namespace lw
