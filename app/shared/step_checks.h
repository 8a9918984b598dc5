// What is checked of steps besides their legality.
#pragma once

#include "core/schedule/schedule.h"

namespace lw {

// Runs the description and the implementation of every tensor intrinsic that a step inserted: a wrong implementation
// is an error.
Status checkIntrinsics(const Schedule& schedule);

}  // namespace lw
