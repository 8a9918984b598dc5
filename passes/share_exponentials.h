// Needs: no blocks. Where a sum has the exponentials of the differences of two numbers from the larger of them as
// factors, as a step of an online softmax does, one of the two is exp(0):
//
//   l * T.exp(m - T.max(m, x)) + T.exp(x - T.max(m, x))
//   becomes    l * T.Select(m < x, e, 1) + T.Select(m < x, 1, e)    with e = T.exp(0 - T.fabs(m - x))
//
// Guarantees: every stored value has the same bits, or is no number in both cases: where both numbers are infinite or
// one is none, 1 takes the place of one of the two exponentials at most.
#pragma once

#include "passes/pass.h"

namespace lw {

PrimFunc shareExponentials(const PrimFunc& f);
extern const Pass kShareExponentialsPass;

}  // namespace lw
