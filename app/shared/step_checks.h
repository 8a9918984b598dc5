// What is checked of steps besides their legality.
#pragma once

#include "core/schedule/schedule.h"

namespace lw {

// Does the step change values, so that its legality does not say that results stay the same? By the convention of
// names.
bool changesValues(const Primitive& primitive);

// Runs the description and the implementation of every tensor intrinsic that a step inserted: a wrong implementation
// is an error.
Status checkIntrinsics(const Schedule& schedule);

}  // namespace lw
