// The results that a run is checked against: from the file's reference, the same text under NumPy, or the unscheduled
// program.
#pragma once

#include "backends/measure/measure.h"
#include "backends/package/package.h"
#include "backends/reference/reference.h"
#include "backends/runner/runner.h"

namespace lw {

struct Expected {
  std::string kind;                          // "reference", "numpy", "unscheduled program", "none"
  std::vector<NDArray> outputs;              // of the written parameters, in order
  std::function<Result<double>()> timeOnce;  // ms of one evaluation; empty: not timed
  std::optional<blas::Kernels> blas = {};    // as Measurement::blas
  std::optional<SumErrors> sums = {};        // of a program with sums in floats of 16 bits or less
};

// From the file's reference, and from the same text under a real Python.
Result<Expected> expectedFromReference(PreparedReference prepared, int threads);
Result<Expected> expectedFromNumpy(const SourceFile& file, const PreparedReference& prepared,
                                   const ReferenceOptions& how, const MeasureOptions& options);

// The unscheduled program, where it is the reference, is interpreted if it is small, and runs in the child otherwise.
// `threadsMayWait`: for a target where threads may wait for each other; such a program does not run on this processor,
// and its results are not checked.
Result<Expected> evaluateExpected(const SourceFile& file, const PrimFunc& original,
                                  const std::vector<Argument>& arguments, const MeasureOptions& options, int threads,
                                  bool threadsMayWait);

// One per buffer of the function, with the expected contents of the written ones.
std::vector<PackageArray> packageArrays(const PrimFunc& f, const std::vector<Argument>& arguments,
                                        const Expected& expected);
// Notes how the values of an array are made, where they are random ones, so that a package need not store them.
void leaveOutRandomValues(PackageArray& a, const SourceFile& file, const PrimFunc& function, const InputSpec& inputs);

}  // namespace lw
