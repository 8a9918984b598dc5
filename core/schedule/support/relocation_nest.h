// The nest of a block under the loop that it moves to: the part of its iterations that one iteration of the loop needs.
#pragma once

#include "core/schedule/support/relocation_place.h"

namespace lw {

// The program with the block at this position among the loop's statements. Whether it computes the same is not checked.
// `wholeDomains`: axes that no loop around the new place drives run through their whole domain.
Moved nestUnder(const MovePlace& place, size_t position, bool wholeDomains);

// Whether the guard holds for all values of the block's iters in their domains.
bool keepsDomain(const Block& block, const Expr& guard);

}  // namespace lw
