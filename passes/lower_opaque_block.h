// Needs: blocks without iters, init and match_buffers. Guarantees: no blocks. Predicates became ifs, buffers of blocks
// became Allocate with DeclBuffer, loops of one iteration without annotations are gone, `pragma_` annotations of blocks
// became attributes; so did `pragma_stream_stores` of loops, of their bodies; code that loops and blocks bring along
// (`pragma_import_llvm`) became attributes of the whole body.
#pragma once

#include "passes/pass.h"

namespace lw {

PrimFunc lowerOpaqueBlock(const PrimFunc& f);
extern const Pass kLowerOpaqueBlockPass;

}  // namespace lw
