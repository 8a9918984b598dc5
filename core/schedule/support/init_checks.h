// Refuses steps after which a reduction over nothing would not leave its init
// (core/analysis/shapes/empty_reductions.h). Where the init runs depends on the loops of the reduction and on
// conditions on them, which a step may divide, replace by a value, or drop; and what the init reads must be written
// before the loops.
#pragma once

#include "core/schedule/edit.h"
#include "core/schedule/primitive.h"
#include "core/schedule/snapshot.h"

namespace lw {

std::vector<const ErrorKind*> initErrors(Group group);

}  // namespace lw
