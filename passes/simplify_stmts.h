// Simplifies index arithmetic and conditions under the ranges of the loops and the ifs around them, drops branches that
// cannot be taken, loops without iterations and, where they carry no annotation, loops of one iteration. Arithmetic on
// data (anything that contains a load) and on floats is left as it is.
#pragma once

#include "passes/pass.h"

namespace lw {

PrimFunc simplifyStmts(const PrimFunc& f);
extern const Pass kSimplifyPass;

}  // namespace lw
