// Small random programs in which moving statements often changes results: buffers that are written twice or in part,
// inputs that are overwritten, shifted and transposed reads, reductions, guards, nests under common loops.
#pragma once

#include <random>

#include "core/ir/stmt.h"

namespace lw {

PrimFunc randomProgram(std::mt19937_64& random);

// Makes one random change: swaps, drops or moves a statement into a loop, exchanges loops, or alters bounds, bindings,
// indices or guards. Most changes change results. nullopt: the change that was drawn cannot be made in this program.
std::optional<PrimFunc> mutated(const PrimFunc& function, std::mt19937_64& random);

}  // namespace lw
