// What makes a move legal without exact analysis: facts that follow from the signatures of the blocks.
#pragma once

#include "core/schedule/support/relocation_place.h"

namespace lw {

// The first fact that is missing, in words. Empty: the moved program computes the same.
Message missingFact(const MovePlace& place, const Moved& moved);

}  // namespace lw
