// A function to tune, candidates of it, and kernels in C that stand for candidates.
#pragma once

#include "backends/queue/queue_runner.h"
#include "core/text/tir/parser.h"

namespace lw::test {

// `twice`: B[0] = 2 * A[0]; `thrice` is wrong, `outside` crashes, `endless` does not end.
const SourceFile& trialProgram();
PrimFunc trialFunction(std::string_view name);
// From kernels/kernels.c, a candidate of `twice`.
tune::BuiltTrial kernelTrial(int number, const std::string& symbol);

}  // namespace lw::test
