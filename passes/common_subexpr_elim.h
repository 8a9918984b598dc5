// Index arithmetic that occurs several times in the scope of a variable is computed once, as cse_var_N. Data is not
// touched.
#pragma once

#include "passes/pass.h"

namespace lw {

PrimFunc commonSubexprElim(const PrimFunc& f);
extern const Pass kCommonSubexprElimPass;

}  // namespace lw
