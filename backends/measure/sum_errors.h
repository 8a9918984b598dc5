// Programs that sum in floats of 16 bits or less (core/analysis/program/narrow_sums.h): how far their own results are
// from exact ones, and how far those of their schedules may be.
#pragma once

#include <functional>

#include "core/analysis/program/narrow_sums.h"
#include "core/ir/ndarray.h"
#include "core/support/message.h"

namespace lw {

struct SumErrors {
  NarrowSum longest;
  double tolerance = 0;  // of the results, as a share of the largest one
  double own = -1;       // the largest error of the program as it is written, as such a share; -1: it did not run
  bool misses = false;   // and they are not within the tolerance
  double wide = -1;      // the same with sums in float32; -1: unknown
  double allowed = 0;    // for a schedule, as such a share
  std::string steps;     // that make the sums float32; empty: they are not possible
  // What is to be said about the program itself; empty: its results are within the tolerance.
  Message warning() const;
  Message remedy() const;
};

// The same program with sums in float32, and the steps; nullopt: a step is not possible.
std::optional<std::pair<PrimFunc, std::string>> withWideSums(const PrimFunc& function);

using RunProgram = std::function<Result<std::vector<NDArray>>(const PrimFunc&)>;
// nullopt: the program has no such sums. `expected` are the results of a reference; where the program itself is the
// reference they are replaced by those of sums in float32, which a more exact schedule comes closer to.
std::optional<SumErrors> sumErrorsOf(const PrimFunc& original, const RunProgram& run, bool isOwnReference,
                                     std::vector<NDArray>& expected);

}  // namespace lw
