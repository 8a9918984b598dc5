// What assembly costs by LLVM's model of the processor, as llvm-mca tells it: latency and reciprocal throughput of
// every instruction, and the cycles of one round of every innermost loop, from a simulation of its instructions (Di
// Biagio and Davis, "llvm-mca: a static performance analysis tool", LLVM 2018). The model has all data in the first
// cache, and no branch that is foretold wrongly.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/support/result.h"

namespace lw {

struct LineCycles {
  double latency = 0;     // cycles until the result is there
  double throughput = 0;  // cycles from one to the next, of many independent ones; 0: this line is no instruction
  int operations = 0;     // micro-operations
};

struct LoopCycles {
  int first = 0, last = 0;               // lines: its label and the jump back, counted from 0
  double perRound = 0;                   // cycles
  int instructions = 0, operations = 0;  // of a round
};

struct AssemblyCycles {
  std::vector<LineCycles> lines;  // one for each line of the text
  std::vector<LoopCycles> loops;  // in the order of the text
};

// `text`, `cpu`, `features`: as CpuModule has them. Errors: the text cannot be read, or LLVM has no model of the
// processor. Loops of more than 2,000 instructions and loops that call something are left out, and those that are left
// when `stop` says so.
Result<AssemblyCycles> cyclesOf(const std::string& text, const std::string& cpu, const std::string& features,
                                const std::function<bool()>& stop = {});

}  // namespace lw
