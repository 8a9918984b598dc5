// Writes into every statement which block and loop it stands in (Stmt::origin), for statements that do not say yet.
// Later passes keep origins, so that any line of any stage points back to the scheduled program.
#pragma once

#include "passes/pass.h"

namespace lw {

PrimFunc markOrigins(const PrimFunc& f);
extern const Pass kMarkOriginsPass;

}  // namespace lw
