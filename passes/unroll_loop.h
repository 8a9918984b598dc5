// Needs: no blocks. Loops marked T.unroll, of constant extent, become the sequence of their iterations; so do serial
// loops under the annotation pragma_auto_unroll_max_step, as long as that many statements come of it. Under
// pragma_unroll_explicit 0 both stay loops, marked for the code generator. Guarantees: these annotations are gone.
// Loops too long to be written out stay.
#pragma once

#include "passes/pass.h"

namespace lw {

PrimFunc unrollLoop(const PrimFunc& f);
extern const Pass kUnrollLoopPass;

}  // namespace lw
