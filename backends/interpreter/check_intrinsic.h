// Does the implementation of a tensor intrinsic compute what its description says? `tensorize` compares a program with
// the description and takes the implementation in its place, so one that computes something else makes wrong programs.
#pragma once

#include "core/ir/tensor_intrin.h"
#include "core/support/result.h"

namespace lw {

extern const ErrorKind kWrongIntrinsic;  // "intrinsic.wrong"

// Runs both on the same random data. An error: they differ, or the implementation goes wrong. What calls outside
// (T.call_extern, instructions) or takes too long is not checked here: it is checked where a kernel runs.
Status checkIntrinsic(const TensorIntrin& intrinsic);

}  // namespace lw
