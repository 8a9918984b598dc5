// Statements on vectors as loops over their lanes, and stores at indices that are read from memory as loops over all
// elements.
#pragma once

#include <optional>
#include <vector>

#include "core/ir/stmt.h"

namespace lw::prove {

// One lane of a vector; a scalar stays. nullopt: what makes the vector is not known.
std::optional<Expr> laneOf(const Expr& e, const Expr& lane);

// x = value at an index that memory tells: what each element becomes, where `here` says whether it is this one.
Expr scattered(const BufferLoad& own, const Expr& here, const BufferStore& store);

}  // namespace lw::prove
