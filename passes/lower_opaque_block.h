// Needs: blocks without iters, init and match_buffers. Guarantees: no blocks. Predicates become ifs. Buffers of blocks
// become Allocate with DeclBuffer. Loops of one iteration without annotations are removed. `pragma_` annotations of
// blocks become attributes, and `pragma_stream_stores` of a loop becomes an attribute of the loop's body. Foreign code
// that loops and blocks import (`pragma_import_llvm`) becomes an attribute of the whole body.
#pragma once

#include "passes/pass.h"

namespace lw {

PrimFunc lowerOpaqueBlock(const PrimFunc& f);
extern const Pass kLowerOpaqueBlockPass;

}  // namespace lw
