// Why the steps of a page make the program faster or slower, by the cost model of searches.
#pragma once

#include "core/trace/storyboard.h"
#include "core/tune/machine.h"

namespace lw {

// Fills in the reasons of every step of the story.
void addReasons(Story& story, const tune::Machine& machine);

}  // namespace lw
