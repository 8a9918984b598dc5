// What steps do to a loop that a person has pinned.
#pragma once

#include <optional>

#include "core/schedule/schedule.h"

namespace lw::serve {

// How `after` treats the loop of `before` otherwise than leaving it alone: it takes the loop as an argument, removes,
// changes or moves it. `from`: the first step of `after` that is looked at; the others were there before. Nothing: the
// loop is as it was, or `before` does not have it.
std::optional<Message> touches(const Snapshot& before, const Schedule& after, int from, LoopId loop);

}  // namespace lw::serve
