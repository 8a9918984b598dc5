// The cost of assembly by LLVM's model of the processor, as llvm-mca reports it: latency and reciprocal throughput of
// every instruction, and the cycles per iteration of every innermost loop, from a simulation of its instructions (Di
// Biagio and Davis, "llvm-mca: a static performance analysis tool", LLVM 2018). The model assumes that all data is in
// the first-level cache and that no branch is mispredicted.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/support/result.h"

namespace lw {

struct LineCycles {
  double latency = 0;     // cycles until the result is available
  double throughput = 0;  // cycles per instruction if many independent ones run; 0: this line is not an instruction
  int operations = 0;     // micro-operations
};

struct LoopCycles {
  int first = 0, last = 0;               // lines of its label and of the jump back, counted from 0
  double perRound = 0;                   // cycles
  int instructions = 0, operations = 0;  // per iteration
};

struct AssemblyCycles {
  std::vector<LineCycles> lines;  // one per line of the text
  std::vector<LoopCycles> loops;  // in the order of the text
};

// `text`, `cpu`, `features`: as in CpuModule. Errors: the text cannot be read, or LLVM has no model of the processor.
// Loops of more than 2,000 instructions, loops with calls, and the loops that remain when `stop` returns true are left
// out.
Result<AssemblyCycles> cyclesOf(const std::string& text, const std::string& cpu, const std::string& features,
                                const std::function<bool()>& stop = {});

}  // namespace lw
