// Needs: no blocks. Loops of constant extent marked T.unroll become the sequence of their iterations. So do serial
// loops under the annotation pragma_auto_unroll_max_step, up to that many statements. Under pragma_unroll_explicit 0
// both remain loops, marked for the code generator. Guarantees: these annotations are gone. Loops that would result in
// too many statements remain loops.
#pragma once

#include "passes/pass.h"

namespace lw {

// Statements that one loop may become. The time of LLVM's passes grows faster than this number: 4096 statements in the
// body of a loop take minutes.
inline constexpr int64_t kMostUnrolled = 1024;

PrimFunc unrollLoop(const PrimFunc& f);
extern const Pass kUnrollLoopPass;

}  // namespace lw
