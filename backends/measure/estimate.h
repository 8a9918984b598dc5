// An estimate of the time of a slow program, from parts of its outer loops. The lowered function is compiled once more,
// with a first iteration and a number of iterations as parameters (loop_parts.h). Each nest grows from one iteration
// until a part takes long enough to be timed, and then runs at its first, middle and last iterations: the time of the
// nest is the mean time per iteration times their number, and the range is the spread with a margin.
//
// A time limit on the whole program would say nothing about the nests behind the first. A copy with smaller buffers
// would find them in caches that cannot hold the real ones; so would parts of the scheduled program, whose buffers
// between nests shrink with the parts.
#pragma once

#include "backends/measure/measure.h"

namespace lw {

// One loop nest of the lowered program.
struct NestEstimate {
  std::vector<BlockId> blocks;  // of the scheduled function, whose statements are in it
  double ms = 0;
};

struct RunEstimate {
  double ms = 0, lowMs = 0, highMs = 0;  // of the whole program
  double share = 0;                      // of all iterations that ran in the largest parts, weighted by their time
  double spentMs = 0;                    // in the kernel, for the estimate
  double compileMs = 0;
  int threads = 1;
  std::vector<NestEstimate> nests = {};  // in the order of the program
};

// Runs parts in a child process for a second or two. Results are not checked, and buffers between loop nests have
// whatever contents the parts leave, except indices: nests that compute them run whole before each part that uses them.
// Refused on other targets than this machine's processor, for programs that pack weights before the calls, for loops
// whose number of iterations depends on data, where a part takes longer than options.timeoutSeconds, where indices take
// long to compute, and where a part cannot run without others. A crash of a part is never reported. Uses target,
// threads, inputs, given, memory, cpu, timeoutSeconds and cancelled of the options.
Result<RunEstimate> estimateRun(const SourceFile& file, const PrimFunc& original, const PrimFunc& scheduled,
                                const MeasureOptions& options);

// "23.1 s (21 s to 25 s)".
std::string estimateText(const RunEstimate& estimate);

}  // namespace lw
