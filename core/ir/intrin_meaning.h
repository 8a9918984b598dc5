// What a tensorized block means: the description of its intrinsic. So the interpreter runs programs whose
// implementations call functions that only exist elsewhere (T.call_extern, instructions of a processor).
#pragma once

#include "core/ir/tensor_intrin.h"

namespace lw {

// Does it call what only a code generator or a linker knows?
bool callsOutside(const Stmt& body);

// Blocks that are the implementation of an intrinsic and call outside get its description for a body. Others stay.
PrimFunc asDescribed(const PrimFunc& function, const std::vector<TensorIntrin>& intrinsics);

}  // namespace lw
