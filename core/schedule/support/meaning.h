// What a function computes, for comparison with another one: a block that implements an intrinsic by instructions
// computes what the intrinsic describes, and has the annotation kDescribed (core/ir/intrin_meaning.h), which no other
// block of the result has.
#pragma once

#include <vector>

#include "core/ir/tensor_intrin.h"

namespace lw {

// `known`: intrinsics of the file, beside those that every program knows.
PrimFunc meaningOf(const PrimFunc& function, const std::vector<TensorIntrin>& known);

}  // namespace lw
