// Computes index arithmetic that occurs several times in the scope of a variable once, and stores it in a variable
// cse_var_N. Arithmetic on data does not change.
#pragma once

#include "passes/pass.h"

namespace lw {

PrimFunc commonSubexprElim(const PrimFunc& f);
extern const Pass kCommonSubexprElimPass;

}  // namespace lw
