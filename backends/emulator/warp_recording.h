// A run of GPU kernels kept step by step, as Recording keeps one of the interpreter: warp after warp between two
// barriers, and of each warp what all its threads do at once. Registers are shown where a lane has few of them, and
// where what is done to them leaves room for the whole run.
#pragma once

#include "backends/emulator/emulator.h"
#include "backends/interpreter/recording.h"

namespace lw {

// `scheduled`: what `program` was lowered from; its blocks and loops name what is recorded. Copies of the arguments are
// run. Threads between two barriers run one after the other; their accesses are put beside each other by statement and
// by how often a thread has come to it.
Result<Recording> recordKernels(const GpuProgram& program, const PrimFunc& scheduled,
                                const std::vector<Argument>& arguments, const RecordLimits& limits = {});

}  // namespace lw
