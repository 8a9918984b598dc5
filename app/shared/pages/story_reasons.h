// Why a state of a schedule is slower or faster than the one before it.
#pragma once

#include "core/trace/storyboard.h"

namespace lw {

// Fills in StoryStep::reasons from the counts that challenges use (backends/measure/counts.h), which are the same on
// every computer: cycles of a model of a processor, cache lines and bytes, and the shares of the operations in vectors
// and on several threads. Where a measured time says something else, so does the last sentence. States with loops bound
// to threads of a GPU get none. Slow: lowers each state.
void addReasons(Story& story);

}  // namespace lw
