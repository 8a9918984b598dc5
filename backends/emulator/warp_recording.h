// A run of GPU kernels recorded step by step, as Recording does for the interpreter: one warp after the other between
// two barriers, with what all threads of the warp do together. Registers are recorded if a lane has few of them and if
// recording them leaves room for the whole run.
#pragma once

#include "backends/emulator/emulator.h"
#include "backends/interpreter/recording.h"

namespace lw {

// `scheduled`: the function that `program` was lowered from; its blocks and loops give names to the recording. The run
// uses copies of the arguments. Between two barriers threads run one after the other; their accesses are aligned by
// statement and by how often each thread has reached it.
Result<Recording> recordKernels(const GpuProgram& program, const PrimFunc& scheduled,
                                const std::vector<Argument>& arguments, const RecordLimits& limits = {});

}  // namespace lw
