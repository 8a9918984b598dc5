// Counts that stand for the speed of a scheduled program and are the same on every computer: for goals of challenges
// (core/text/challenge.h), where times of two attempts may be close or come from different machines.
//
// "cycles" are those of a simple processor with 8 cores, 16 vector registers of 256 bits, caches of 32 KiB and 1 MiB.
// They are counted in the lowered program. In one cycle a core begins two arithmetic operations on registers, two loads
// and one store, of at most four instructions. Elements side by side are loaded and stored together, others one by one.
// What an innermost loop reads at one place, or sums up there, stays in registers while these suffice. A sum waits 4
// cycles for its previous value. Starting threads takes 5,000 cycles. Lines that a cache does not hold arrive at 32
// bytes a cycle from the second cache, and at 8 from memory, for all cores together.
#pragma once

#include "backends/measure/measure.h"
#include "core/ir/stmt.h"
#include "core/text/challenge.h"

namespace lw {

// Of a program for the processor. Symbolic sizes count as 1 in cycles.
Counts countsOf(const PrimFunc& scheduled);
// Of kernels that the emulator ran.
Counts countsOf(const EmulatorReport& report);

struct LoopCosts {
  double cycles = 0;  // without the traffic beyond the first cache
  double lines = 0;   // of 64 bytes, that each execution of an innermost loop goes through, summed
};
LoopCosts loopCosts(const PrimFunc& lowered);

// What a challenge is judged by. `steps` counts steps that changed the program.
Attempt attemptOf(const Challenge& challenge, const Measurement& m, const PrimFunc& original, const PrimFunc& scheduled,
                  int steps);

}  // namespace lw
