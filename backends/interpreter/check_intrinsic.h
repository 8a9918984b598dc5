// Does the implementation of a tensor intrinsic compute what its description says? `tensorize` compares a program with
// the description and inserts the implementation, so an implementation that computes something else would make programs
// wrong.
#pragma once

#include "core/ir/tensor_intrin.h"
#include "core/support/result.h"

namespace lw {

extern const Error<Ident, Message> kWrongIntrinsic;  // "intrinsic.wrong"

// Runs both on the same random data. An error means that they differ or that the implementation fails. Implementations
// that call external functions (T.call_extern, instructions), or that take too long, are not checked here; they are
// checked when a kernel runs.
Status checkIntrinsic(const TensorIntrin& intrinsic);

}  // namespace lw
