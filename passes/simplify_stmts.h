// Simplifies index arithmetic and conditions, given the ranges of the enclosing loops and the conditions of the
// enclosing ifs. Removes branches that cannot be taken, loops without iterations and loops of one iteration without
// annotations. Does not change arithmetic on data (anything that contains a load) and on floats.
#pragma once

#include "passes/pass.h"

namespace lw {

PrimFunc simplifyStmts(const PrimFunc& f);
extern const Pass kSimplifyPass;

}  // namespace lw
