// Needs: no blocks. Where a sum has the exponentials of the differences of two numbers from the larger of them as
// factors, as a step of an online softmax does, one of the two is exp(0):
//
//   l * T.exp(m - T.max(m, x)) + T.exp(x - T.max(m, x))
//   becomes    l * T.Select(m < x, e, one(m)) + T.Select(m < x, one(x), e)    with e = T.exp(0 - T.fabs(m - x))
//
// one(v) is 1, or no number where v is infinite or none: T.Select(T.fabs(v) < inf, 1, nan).
// Guarantees: every stored value has the same bits, or is no number in both cases.
#pragma once

#include "passes/pass.h"

namespace lw {

PrimFunc shareExponentials(const PrimFunc& f);
extern const Pass kShareExponentialsPass;

}  // namespace lw
