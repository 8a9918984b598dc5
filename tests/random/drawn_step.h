// Random steps with random arguments: half of them are offers, the others are drawn from the types of the parameters,
// so that steps without offers and arguments that no offer has are tried as well. Most of the latter are refused.
#pragma once

#include <optional>
#include <random>

#include "core/schedule/schedule.h"

namespace lw {

// One call of the primitive on a program; nullopt: there is nothing to which it could be applied.
std::optional<Arguments> drawnArguments(const Snapshot& program, const Primitive& primitive, std::mt19937_64& random);

}  // namespace lw
