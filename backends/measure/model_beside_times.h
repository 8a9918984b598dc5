// What the model of counts.h says of a schedule beside what was measured, and why the two disagree.
#pragma once

#include "core/analysis/cost/roofline.h"
#include "core/support/message.h"
#include "core/text/challenge.h"

namespace lw {

struct MeasuredSpeed {
  int threads = 1;             // of the run
  bool parallel = false;       // most of the operations are in a loop that runs on several threads
  TimeEstimate estimate = {};  // by the roofs of this machine for these threads; ms 0: they are not known
  size_t caches = 0;           // of this machine, of whose traffic the estimate knows
};
// By the roofs as far as they were measured before.
MeasuredSpeed measuredSpeed(const PrimFunc& scheduled, int threads, const Sizes& sizes);

bool countsCycles(const Challenge& challenge);

// "14.8 times fewer cycles, 1.83 times as fast: bound by memory here". Without a reason if the two agree within a half.
// Empty: the attempt has no cycles, or no times of the schedule and of the program as written.
Message modelBesideTimes(const Attempt& attempt, const MeasuredSpeed& speed);

}  // namespace lw
