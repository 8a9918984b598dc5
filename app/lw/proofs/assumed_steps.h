// Steps that were taken with --assume although nothing decided that they are legal: the programs before and after each
// are compared.
#pragma once

#include "app/lw/steps.h"

namespace lw {

// Adds to the output what was found of each such step. The first one that changes results is the error.
void checkAssumed(const std::vector<TensorIntrin>& known, SteppedSchedule& stepped);

}  // namespace lw
