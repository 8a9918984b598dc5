// Small random programs full of hazards for whoever moves statements: buffers that are written twice or in part, inputs
// that are overwritten, shifted and transposed reads, reductions, guards, nests under common loops.
#pragma once

#include <random>

#include "core/ir/stmt.h"

namespace lw {

PrimFunc randomProgram(std::mt19937_64& random);

// One change somewhere: statements swapped, moved into a loop or dropped, loops exchanged, bounds, bindings, indices or
// guards altered. Most change results. nullopt: the program has no place for the change that was drawn.
std::optional<PrimFunc> mutated(const PrimFunc& function, std::mt19937_64& random);

}  // namespace lw
