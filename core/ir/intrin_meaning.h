// The meaning of a tensorized block is the description of its intrinsic. With it the interpreter runs programs whose
// implementations call functions that it cannot call (T.call_extern, instructions of a processor).
#pragma once

#include <functional>
#include <string_view>

#include "core/ir/tensor_intrin.h"

namespace lw {

// Does the statement call functions that only a code generator or a linker can resolve?
bool callsOutside(const Stmt& body);

// An annotation of the blocks that asDescribed changed.
inline constexpr std::string_view kDescribed = "described";

// Replaces the body of each block that implements an intrinsic for which `replaced` holds by the intrinsic's
// description. Other blocks stay.
PrimFunc asDescribed(const PrimFunc& function, const std::vector<TensorIntrin>& intrinsics,
                     const std::function<bool(const Stmt&)>& replaced = callsOutside);

}  // namespace lw
