// Changes of a candidate's decisions, from which neighbours and offspring are made.
#pragma once

#include "core/schedule/random.h"
#include "core/tune/decisions.h"

namespace lw::tune {

// One or two decisions changed: a position moves by one or is drawn again, and of a list of factors a prime factor
// moves from one place to another. Decisions that are to be drawn again are left out.
Decisions mutated(const Decisions& decisions, Random& random);
// Every decision from one of the two, where both have it.
Decisions crossed(const Decisions& a, const Decisions& b, Random& random);

}  // namespace lw::tune
