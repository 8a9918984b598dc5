// Records in every statement which block and loop contain it (Stmt::origin), unless the statement has an origin. Later
// passes keep origins, so that any line of any stage can be traced to the scheduled program.
#pragma once

#include "passes/pass.h"

namespace lw {

PrimFunc markOrigins(const PrimFunc& f);
extern const Pass kMarkOriginsPass;

}  // namespace lw
