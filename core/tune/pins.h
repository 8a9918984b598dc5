// Pins given in words: "lanes = 16", as people name decisions and choices.
#pragma once

#include "core/tune/space.h"
#include "core/tune/trial.h"

namespace lw::tune {

// The decision `name` with the choice that reads `choice`, as Decision::text() shows it: "16", "[16, 4]", "loop i". The
// space is run to find out which decisions and choices there are; errors list them.
Result<Decision> pinnedTo(const Space& space, const std::string& name, const std::string& choice);

// Does the trial have these choices, where it has the decisions? Compares what was chosen, or the values where one side
// does not say what that is.
bool keeps(const Trial& trial, const Decisions& pins);

// With what they chose, which records do not have: the space is run again. The same decisions if it refuses them.
Decisions withChoices(const Space& space, const Decisions& decisions);

}  // namespace lw::tune
