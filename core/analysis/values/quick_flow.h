// Decides the usual cases of keepsValueFlow() without ISL, in a fraction of a millisecond. Every read is either fed by
// statements that run as before, or sees in both programs the final value of the same writer.
#pragma once

#include "core/analysis/values/value_flow.h"

namespace lw {

// True: proven. False: unknown.
bool provablyKeepsValueFlow(const PrimFunc& before, const PrimFunc& after, const Correspondence& correspondence);

}  // namespace lw
