// The results that a run is checked against: from the file's reference, the same text under NumPy, or the unscheduled
// program.
#pragma once

#include "backends/measure/measure.h"
#include "backends/runner/runner.h"

namespace lw {

struct Expected {
  std::string kind;                          // "reference", "numpy", "unscheduled program", "none"
  std::vector<NDArray> outputs;              // of the written parameters, in order
  std::function<Result<double>()> timeOnce;  // ms of one evaluation; empty: not timed
};

// The unscheduled program, where it is the reference, runs in the child. `threadsMayWait`: for a target where threads
// may wait for each other; such a program does not run on this processor, and its results are not checked.
Result<Expected> evaluateExpected(RunnerProcess& child, const SourceFile& file, const PrimFunc& original,
                                  const std::vector<Argument>& arguments, const MeasureOptions& options, int threads,
                                  bool threadsMayWait);

}  // namespace lw
